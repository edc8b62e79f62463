// Which screen is shown: the part of the address after "#". Invite codes and matches stay in the browser, since
// that part is never sent to a server.
import { parseRoute, type Route } from './parse_route';

class Router {
  route = $state.raw<Route>(parseRoute(location.hash));
  constructor() {
    addEventListener('hashchange', () => (this.route = parseRoute(location.hash)));
  }
  go(path: string): void {
    location.hash = path;
  }
  /** Without a new entry in the browser's history. */
  replace(path: string): void {
    history.replaceState(null, '', `#${path}`);
    this.route = parseRoute(location.hash);
  }
}
export const router = new Router();
/** The full URL of a route, for sharing. */
export const address = (path: string): string => `${location.origin}${location.pathname}#${path}`;
