// Points as people read them: with their sign, and the reasons of an option. Knows no game.
import type { Advice } from '../engine/types';
import { word } from './lang.svelte';

export const signed = (value: number, digits = 1): string => {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? '±' : value > 0 ? '+' : '−'}${text}`;
};
/** "+6 alliance rows, −2 initiative" */
export const reasonText = (game: string, reasons: Advice['reasons']): string =>
  reasons.map(({ term, value }) => `${signed(value, 0)} ${word(game, `term.${term}`)}`).join(', ');
