// A whole match as a short text for a link: the log without hashes, compressed. What comes out is a match file
// again after the engine has replayed it. Knows no game.
import { type Engine } from './engine';
import { LocalMatch, MatchError, type MatchSetup, type MatchStart } from './match';
import type { Decider } from './types';

interface Packed {
  setup: MatchSetup;
  version: number;
  edition: string;
  log: [Decider, string][];
  from?: MatchStart;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: ReadableWritablePair): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

export async function pack(engine: Engine, match: LocalMatch): Promise<string> {
  const game = engine.game(match.setup.game);
  const packed: Packed = {
    setup: match.setup,
    version: game.rules_version,
    edition: game.edition,
    log: match.entries.map(({ seat, action }) => [seat, action]),
    ...(match.from && { from: match.from }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return toBase64(await through(bytes, new CompressionStream('deflate-raw')));
}

export async function unpack(engine: Engine, text: string): Promise<LocalMatch> {
  let packed: Packed;
  let name: unknown; // of the game: a link may hold any JSON
  try {
    const bytes = await through(fromBase64(text), new DecompressionStream('deflate-raw'));
    packed = JSON.parse(new TextDecoder().decode(bytes));
    name = packed.setup.game;
  } catch {
    throw new MatchError('web.error.link');
  }
  if (typeof name !== 'string') throw new MatchError('web.error.link');
  const game = engine.games.find((g) => g.id === name);
  if (!game) throw new MatchError('web.error.unknown_game', name);
  if (packed.version !== game.rules_version) throw new MatchError('web.error.rules_version');
  if (packed.edition !== game.edition) throw new MatchError('web.error.edition');
  try {
    const match = new LocalMatch(engine, packed.setup, undefined, packed.from);
    for (const [seat, action] of packed.log) match.play(seat, action);
    return match;
  } catch {
    throw new MatchError('web.error.link');
  }
}
