// Fills the templates of the translations; the same results as casata_say and casata_ui_say of the program.
// Knows no game and no screen.
import type { Arg, Msg } from '../engine/types';

/** Message id → text, or its plural forms. */
export type Catalogue = Record<string, string | string[]>;
export type LangCode = 'en' | 'pl' | 'hu';
export const languages: readonly { code: LangCode; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'pl', name: 'polski' },
  { code: 'hu', name: 'magyar' },
];

/** Index of the plural form: the rules of the headers of the PO files. */
const plural: Record<LangCode, (n: number) => number> = {
  en: (n) => (n !== 1 ? 1 : 0),
  pl: (n) => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2),
  hu: () => 0,
};
export const pluralForm = (lang: LangCode, n: number): number => plural[lang](Math.abs(n));

export class Speaker {
  constructor(
    readonly lang: LangCode,
    readonly texts: Catalogue,
  ) {}

  has(id: string): boolean {
    return this.texts[id] !== undefined;
  }

  #template(id: string, n: number): string | undefined {
    const text = this.texts[id];
    if (text === undefined || typeof text === 'string') return text;
    return text[Math.min(pluralForm(this.lang, n), text.length - 1)];
  }

  #fill(id: string, n: number, value: (key: string) => string | undefined): string {
    const template = this.#template(id, n);
    if (template === undefined) return `⟨${id}⟩`;
    return template.replace(/\{(.)\}/gsu, (braces, key: string) => value(key) ?? braces);
  }

  /** A word of a game, in the form for a count of n. */
  word(game: string, word: string, n = 1): string {
    return this.#fill(`${game}.${word}`, n, (key) => (key === 'n' ? String(n) : undefined));
  }

  /** One argument alone, such as a cost: "2 Florins". */
  arg(game: string, arg: Arg, names: readonly string[]): string {
    if (typeof arg === 'number') return String(arg);
    if ('seat' in arg) return names[arg.seat] || String.fromCharCode(65 + arg.seat);
    return this.word(game, arg.word, arg.n ?? 1);
  }

  /** A message of a game as a sentence. */
  say(game: string, msg: Msg | undefined, names: readonly string[]): string {
    if (!msg?.id) return '';
    const args = msg.args ?? [];
    const count = args.find((arg) => typeof arg === 'number') ?? 1;
    return this.#fill(`${game}.${msg.id}`, count as number, (key) => {
      const index = key.charCodeAt(0) - 48;
      if (index < 0 || index > 5) return undefined;
      const arg = args[index];
      return arg === undefined ? '' : this.arg(game, arg, names);
    });
  }

  /** A message of the client itself. */
  ui(id: string, args: readonly (string | number)[] = []): string {
    const count = args.find((arg) => typeof arg === 'number') ?? 1;
    return this.#fill(id, count as number, (key) => {
      const arg = /^\d$/.test(key) ? args[Number(key)] : undefined;
      return arg === undefined ? undefined : String(arg);
    });
  }
}
