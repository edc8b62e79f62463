// The symbols of a board file and the messages explaining them. Knows the contract of the board files
// (boards/README.md), not the games and not the words.
/** The messages that may explain a word of a list, or a kind of piece, the closest first. */
export const textsOf = (word: string): string[] => [`text.${word}`, `text.${word.slice(0, word.indexOf('.'))}`];

/** The words that a symbol stands for: "face-house.Este" is "house.Este", "piece-man" is "kind.man". */
export function wordOfSymbol(symbol: string): string | undefined {
  const [, prefix, rest] = /^([a-z]+)-(.*)$/.exec(symbol) ?? [];
  if (prefix === 'piece' || prefix === 'over') return `kind.${rest}`;
  if (prefix === 'unit') return `unit.${rest}`;
  if ((prefix === 'face' || prefix === 'print' || prefix === 'small') && rest?.includes('.')) return rest;
  return prefix === 'small' ? `kind.${rest}` : undefined;
}
/** Candidate messages, without the game; the first that exists explains a symbol. */
export function textsOfSymbol(symbol: string): string[] {
  const word = wordOfSymbol(symbol);
  if (!word) return [`text.sign.${symbol}`];
  return /^(kind|unit)\./.test(word) ? [`text.${word}`] : textsOf(word);
}

/** The symbols of a board file that match an entry of the legend: "value-die-*" is a prefix. */
export const symbolsOf = (pattern: string, all: readonly string[]): string[] =>
  pattern.endsWith('*') ? all.filter((symbol) => symbol.startsWith(pattern.slice(0, -1))) : all.filter((symbol) => symbol === pattern);
