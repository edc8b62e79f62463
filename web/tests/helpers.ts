// What the unit tests share: the real engine, the real translations.
import { readdirSync, readFileSync } from 'node:fs';
import { Engine } from '../src/engine/engine';
import { type Catalogue, type LangCode, Speaker } from '../src/text/say';

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
  const parts = ['web', ...games].map((domain) => JSON.parse(file(`gen/po/${lang}.${domain}.json`)) as Catalogue);
  return new Speaker(lang, Object.assign({}, ...parts));
}
/** Work that rests now and then, without the rests. */
export function hurried<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
/** Lets the bots of a match play until a person has to decide, at most so many decisions. */
export function advance(match: { advance(): Generator<void, boolean> }, most = Infinity): void {
  for (let i = 0; i < most && hurried(match.advance()); i++);
}
