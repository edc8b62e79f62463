// Shared by the unit tests: the real engine, the real translations.
import { readdirSync, readFileSync } from 'node:fs';
import { Engine } from '../src/engine/engine';
import { type LangCode, Speaker } from '../src/text/speaker';

const here = new URL('..', import.meta.url);
export const file = (path: string): string => readFileSync(new URL(path, here), 'utf8');
export const files = (path: string): string[] => readdirSync(new URL(path, here), { recursive: true }).map(String);

export function newEngine(): Engine {
  return new Engine(new WebAssembly.Module(readFileSync(new URL('gen/casata.wasm', here))));
}
/** The games that the client shows: those with a board. */
export const shown = (engine: Engine) => engine.games.filter((game) => files('boards').includes(`${game.id}.svg`));
export const langs: LangCode[] = ['en', 'pl', 'hu'];
export function speaker(lang: LangCode, ...games: string[]): Speaker {
  const { door } = newEngine(); // an engine has one language at a time
  for (const domain of ['web', ...games]) door.give(readFileSync(new URL(`gen/po/${lang}.${domain}.mo`, here)), { cmd: 'words', lang });
  return new Speaker(lang, door);
}
/** Work that rests now and then, without the rests. */
export function hurried<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
export interface SavedMatch {
  log: [number | 'chance', string, string][];
  [key: string]: any;
}
/** Lets the bots of a match play until a person has to decide, up to a number of decisions. */
export function advance(match: { advance(): Generator<void, boolean> }, most = Infinity): void {
  for (let i = 0; i < most && hurried(match.advance()); i++);
}
