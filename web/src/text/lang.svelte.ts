// The language in use. A change loads the texts first, then switches everything at once.
import { type Door, Engine } from '../engine/engine';
import { compiled } from '../engine/module';
import { type LangCode, languages, Speaker } from './speaker';
import type { Arg, Msg } from '../engine/types';
import { settings } from '../app/settings.svelte';
import { once } from '../once';

const files = import.meta.glob<string>('../../gen/po/*.mo', { query: '?url', import: 'default', eager: true });

async function fetchPart(name: string): Promise<Uint8Array | undefined> {
  const url = files[`../../gen/po/${name}.mo`];
  if (!url) return undefined;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
const part = once(fetchPart);

const preferred = (): LangCode => {
  const wanted = [settings.lang, ...navigator.languages.map((l) => l.slice(0, 2))];
  return (wanted.find((code) => languages.some((l) => l.code === code)) as LangCode) ?? 'en';
};

class Language {
  speaker = $state.raw(new Speaker('en'));
  #games = new Set<string>();
  #engine = compiled.then((module) => new Engine(module));
  /** Parts of the current language loaded into the engine. */
  #given = new Set<string>();

  get code(): LangCode {
    return this.speaker.lang;
  }

  async #load(code: LangCode): Promise<void> {
    const names = ['web', ...this.#games].map((domain) => `${code}.${domain}`);
    const loaded = await Promise.all(names.map(part));
    const { door } = await this.#engine;
    // The engine has one language at a time.
    if (!this.#given.has(`${code}.web`)) this.#given.clear();
    for (const [i, name] of names.entries()) {
      const bytes = loaded[i];
      if (bytes && !this.#given.has(name)) door.give(bytes, { cmd: 'words', lang: code });
      this.#given.add(name);
    }
    this.speaker = new Speaker(code, door);
    document.documentElement.lang = code;
  }
  start(): Promise<void> {
    return this.#load(preferred());
  }
  async use(code: LangCode): Promise<void> {
    await this.#load(code);
    settings.lang = code;
  }
  /** A handle to the engine that has the words. */
  async open(): Promise<Door> {
    return (await this.#engine).open();
  }
  /** The words of a game, or of its lessons, are needed. */
  async need(...games: string[]): Promise<void> {
    const before = this.#games.size;
    for (const game of games) this.#games.add(game);
    if (this.#games.size > before) await this.#load(this.code);
  }
}
export const language = new Language();

/** A text of the client; a template with plural forms takes the form for the first number. */
export const t = (id: string, ...args: (string | number)[]): string => language.speaker.ui(id, args);
export const say = (game: string, msg: Msg | undefined, names: readonly string[]): string =>
  language.speaker.say(game, msg, names);
export const sayArg = (game: string, arg: Arg, names: readonly string[]): string =>
  language.speaker.arg(game, arg, names);
export const word = (game: string, id: string, n = 1): string => language.speaker.word(game, id, n);
/** The short form of a word, if the translations have one. */
export const shortWord = (game: string, id: string): string =>
  language.speaker.has(`${game}.short.${id}`) ? word(game, `short.${id}`) : word(game, id);
/** The name of a game as on its box. */
export const gameName = (game: string): string => (language.speaker.has(`web.game.${game}`) ? t(`web.game.${game}`) : game);
export const level = (id: string): string =>
  language.speaker.has(`web.level.${id}`) ? t(`web.level.${id}`) : id.charAt(0).toUpperCase() + id.slice(1);
