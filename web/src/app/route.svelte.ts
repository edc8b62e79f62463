// Which screen is shown: the part of the address behind "#". Invite codes and matches stay in the browser, since
// that part is never sent to a server.

export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  | { screen: 'play'; game: string; seed?: number; seats?: number }
  | { screen: 'local'; id: string; ply?: number }
  | { screen: 'link'; data: string; ply?: number }
  | { screen: 'online'; table: string; ply?: number }
  | { screen: 'join'; table: string; code: string }
  | { screen: 'rules'; game: string; rule?: string };

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [screen = '', a = '', b = '', c] = path.split('/').map(decodeURIComponent);
  const ply = b === 'at' ? number(c) : undefined;
  const params = new URLSearchParams(query);
  switch (screen) {
    case 'new': return { screen, game: a };
    case 'play': return { screen, game: a, seed: number(params.get('seed') ?? undefined), seats: number(params.get('seats') ?? undefined) };
    case 'local': return { screen, id: a, ply };
    case 'm': return { screen: 'link', data: a, ply };
    case 't': return { screen: 'online', table: a, ply };
    case 'join': return { screen, table: a, code: b };
    case 'rules': return { screen, game: a, rule: b || undefined };
    default: return { screen: 'home' };
  }
}

class Router {
  route = $state.raw<Route>(parseRoute(location.hash));
  constructor() {
    addEventListener('hashchange', () => (this.route = parseRoute(location.hash)));
  }
  go(path: string): void {
    location.hash = path;
  }
  /** Without a new step in the browser's history. */
  replace(path: string): void {
    history.replaceState(null, '', `#${path}`);
    this.route = parseRoute(location.hash);
  }
}
export const router = new Router();
/** The whole address of a route, to be shared. */
export const address = (path: string): string => `${location.origin}${location.pathname}#${path}`;
