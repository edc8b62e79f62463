// URLs of the screens: the part after "#".

export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  | { screen: 'play'; game: string; seed?: number; seats?: number; level?: string }
  | { screen: 'local'; id: string; ply?: number }
  | { screen: 'link'; data: string; ply?: number }
  | { screen: 'try'; id: string; back: string }
  | { screen: 'online'; table: string; ply?: number; hand?: string }
  | { screen: 'join'; table: string; code: string }
  | { screen: 'seat'; table: string; code: string }
  | { screen: 'learn'; game?: string; lesson?: string }
  | { screen: 'rules'; game: string; rule?: string }
  | { screen: 'how'; game: string; part?: string }
  | { screen: 'watch'; game: string; seed?: number }
  | { screen: 'first'; game: string; seed?: number };

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  let parts: string[];
  try {
    parts = path.split('/').map(decodeURIComponent);
  } catch {
    return { screen: 'home' };
  }
  const [screen = '', a = '', b = '', c, d] = parts;
  const ply = b === 'at' ? number(c) : undefined;
  const params = new URLSearchParams(query);
  switch (screen) {
    case 'new': return { screen, game: a };
    case 'play': {
      const [seed, seats] = ['seed', 'seats'].map((name) => number(params.get(name) ?? undefined));
      return { screen, game: a, seed, seats, level: params.get('level') ?? undefined };
    }
    case 'local': return { screen, id: a, ply };
    case 'm': return { screen: 'link', data: a, ply };
    case 'try': return { screen, id: a, back: b };
    case 't': return { screen: 'online', table: a, ply };
    case 'hand': return { screen: 'online', table: a, ply: c === 'at' ? number(d) : undefined, hand: b };
    case 'seat':
    case 'join': return { screen, table: a, code: b };
    case 'learn': return { screen, game: a || undefined, lesson: b || undefined };
    case 'how': return { screen, game: a, part: b || undefined };
    case 'watch':
    case 'first': return { screen, game: a, seed: number(params.get('seed') ?? undefined) };
    case 'rules': return { screen, game: a, rule: b || undefined };
    default: return { screen: 'home' };
  }
}
