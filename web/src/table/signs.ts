// The meanings of the symbols of a board file: the same texts explain pieces and places at the table and make up the legend.
// Knows the contract of the board files (boards/README.md), not the games.
import { language, word } from '../text/lang.svelte';
import { textsOf, textsOfSymbol, wordOfSymbol } from './symbols';

const first = (game: string, ids: string[]): string => {
  const id = ids.find((id) => language.speaker.has(`${game}.${id}`));
  return id ? word(game, id) : '';
};
export const symbolText = (game: string, symbol: string): string => first(game, textsOfSymbol(symbol));
/** The name of its meaning; '': its text says it all. */
export function symbolName(game: string, symbol: string): string {
  const name = wordOfSymbol(symbol);
  return !name || name.startsWith('unit.') || !language.speaker.has(`${game}.${name}`) ? '' : word(game, name);
}
/** The meaning of a word drawn as a symbol: its own text, or that of all words of its list. */
export const wordText = (game: string, sign: string | undefined): string => (sign ? first(game, textsOf(sign)) : '');
export const kindText = (game: string, kind: string): string => first(game, [`text.kind.${kind}`]);
export const unitText = (game: string, unit: string): string => first(game, [`text.unit.${unit}`]);

/** The texts of signs come with the guide of a game, on first use. */
export const needSigns = (game: string): void => void language.need(game, `${game}_guide`).catch(() => undefined);
