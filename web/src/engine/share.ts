// A whole match as a short text for a link: the log without hashes, compressed. Unpacked, it becomes a match file
// once the engine has replayed it. Knows no game.
import type { Engine } from './engine';
import { LocalMatch, MatchError, type MatchSetup } from './local_match';
import type { Decider, MatchFile } from './types';

interface Packed {
  setup: MatchSetup;
  version: number;
  edition: string;
  log: [Decider, string][];
  /** Its start, if not the normal one: the position as JSON text, and the decisions before it, under older rules. */
  from?: { position: string; past: [Decider, string][] };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: ReadableWritablePair): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

export async function pack(match: LocalMatch): Promise<string> {
  const file = JSON.parse(match.save()) as MatchFile;
  const packed: Packed = {
    setup: match.setup,
    version: file.rules_version,
    edition: file.edition,
    log: file.log.map(([seat, action]) => [seat, action]),
    ...(file.start !== undefined && { from: { position: JSON.stringify(file.start), past: file.past ?? [] } }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return toBase64(await through(bytes, new CompressionStream('deflate-raw')));
}

/** The match file of a link, without the parts the engine restores by replaying it. */
function shortFile(engine: Engine, { setup, version, edition, log, from }: Packed): string {
  const defaults = engine.games.find((g) => g.id === setup.game)?.options.map(({ id, values }) => [id, values[0]]) ?? [];
  return JSON.stringify({
    casata_match: 1,
    game: setup.game,
    rules_version: version,
    edition,
    options: { ...Object.fromEntries(defaults), ...setup.options },
    seats: setup.seats.map(({ kind, level, name }) => (kind === 'bot' ? { kind, level, name } : { kind: 'human', name })),
    ...(from && { past: from.past, start: JSON.parse(from.position) }),
    log,
  });
}

export async function unpack(engine: Engine, text: string): Promise<LocalMatch> {
  let file: string;
  try {
    const bytes = await through(fromBase64(text), new DecompressionStream('deflate-raw'));
    const packed = JSON.parse(new TextDecoder().decode(bytes)) as Packed; // a link may contain any JSON
    if (typeof packed.setup.game !== 'string') throw new Error();
    file = shortFile(engine, packed);
  } catch {
    throw new MatchError('web.error.link');
  }
  return LocalMatch.load(engine, file, true);
}
