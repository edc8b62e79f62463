// Sentences and words in one language, made by the engine from the translations given to it. Knows no game and no
// screen.
import type { Door } from '../engine/engine';
import type { Advice, Arg, Msg } from '../engine/types';

export type LangCode = 'en' | 'pl' | 'hu';
export const languages: readonly { code: LangCode; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'pl', name: 'polski' },
  { code: 'hu', name: 'magyar' },
];

/** Size of the text cache: repeated drawing asks the engine only once. */
const KEPT = 4000;

export class Speaker {
  readonly #said = new Map<string, string | undefined>();

  /** door: to an engine that has the words; none: nothing can be said yet. */
  constructor(
    readonly lang: LangCode,
    readonly door?: Door,
  ) {}

  /** The text of the reply. */
  #ask(cmd: 'say' | 'template', request: Record<string, unknown>): string | undefined {
    const key = JSON.stringify([cmd, request]);
    if (this.#said.has(key) || !this.door) return this.#said.get(key);
    if (this.#said.size >= KEPT) this.#said.clear();
    const reply = this.door.ask({ cmd, lang: this.lang, ...request });
    const text: string | undefined = reply['text'] ?? reply['template'] ?? undefined;
    this.#said.set(key, text);
    return text;
  }
  #say(request: Record<string, unknown>): string {
    return this.#ask('say', request) ?? '';
  }
  has(id: string): boolean {
    return this.#ask('template', { message: id }) !== undefined;
  }
  /** A word of a game, in the form for a count of n. */
  word(game: string, word: string, n = 1): string {
    return this.#say({ game, arg: { word, n } });
  }
  /** One argument alone, such as a cost: "2 Florins". */
  arg(game: string, arg: Arg, names: readonly string[]): string {
    return this.#say({ game, arg, names });
  }
  /** Why an option is good, in points. */
  reasons(game: string, reasons: Advice['reasons']): string {
    const terms = reasons.map(({ term, value }) => ({ term, value: Math.sign(value) * Math.round(Math.abs(value)) }));
    return this.#say({ game, terms });
  }
  /** A message of a game as a sentence. */
  say(game: string, msg: Msg | undefined, names: readonly string[]): string {
    return msg?.id ? this.#say({ game, msg: { id: msg.id, args: msg.args ?? [] }, names }) : '';
  }
  /** A message of the client itself. */
  ui(id: string, args: readonly (string | number)[] = []): string {
    return this.#say({ message: id, args: args.map((arg) => (Number.isInteger(arg) ? arg : String(arg))) });
  }
}
