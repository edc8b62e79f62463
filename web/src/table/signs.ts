// What the symbols of a board file mean: the same texts explain pieces and places at the table and make up the legend.
// Knows the contract of the board files (boards/README.md), not the games.
import { language, word } from '../text/lang.svelte';

/** The messages that may explain a word of a list, or a kind of piece, the closest first. */
const textsOf = (word: string): string[] => [`text.${word}`, `text.${word.slice(0, word.indexOf('.'))}`];

/** The words that a symbol stands for: "face-house.Este" is "house.Este", "piece-man" is "kind.man". */
export function wordOfSymbol(symbol: string): string | undefined {
  const [, prefix, rest] = /^([a-z]+)-(.*)$/.exec(symbol) ?? [];
  if (prefix === 'piece' || prefix === 'over') return `kind.${rest}`;
  if (prefix === 'unit') return `unit.${rest}`;
  if ((prefix === 'face' || prefix === 'print' || prefix === 'small') && rest?.includes('.')) return rest;
  return prefix === 'small' ? `kind.${rest}` : undefined;
}
/** The messages, without the game, of which the first that there is explains a symbol. */
export function textsOfSymbol(symbol: string): string[] {
  const word = wordOfSymbol(symbol);
  if (!word) return [`text.sign.${symbol}`];
  return /^(kind|unit)\./.test(word) ? [`text.${word}`] : textsOf(word);
}

const first = (game: string, ids: string[]): string => {
  const id = ids.find((id) => language.speaker.has(`${game}.${id}`));
  return id ? word(game, id) : '';
};
export const symbolText = (game: string, symbol: string): string => first(game, textsOfSymbol(symbol));
/** The name of what it stands for; '': its text says it all. */
export function symbolName(game: string, symbol: string): string {
  const name = wordOfSymbol(symbol);
  return !name || name.startsWith('unit.') || !language.speaker.has(`${game}.${name}`) ? '' : word(game, name);
}
/** What a word that is drawn as a sign means: its own text, or that of all words of its list. */
export const wordText = (game: string, sign: string | undefined): string => (sign ? first(game, textsOf(sign)) : '');
export const kindText = (game: string, kind: string): string => first(game, [`text.kind.${kind}`]);
export const unitText = (game: string, unit: string): string => first(game, [`text.unit.${unit}`]);

/** The symbols of a board file that an entry of the legend means: "value-die-*" is every one that begins so. */
export const symbolsOf = (pattern: string, all: readonly string[]): string[] =>
  pattern.endsWith('*') ? all.filter((symbol) => symbol.startsWith(pattern.slice(0, -1))) : all.filter((symbol) => symbol === pattern);

/** The texts of signs come with the guide of a game, when they are first asked for. */
export const needSigns = (game: string): void => void language.need(game, `${game}_guide`).catch(() => undefined);
