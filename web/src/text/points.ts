// Points for people: signed, and the reasons for an option. Knows no game.
import type { Advice } from '../engine/types';
import { language } from './lang.svelte';

export const signed = (value: number, digits = 1): string => {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? '±' : value > 0 ? '+' : '−'}${text}`;
};
/** "worth about 6 points from alliance rows, costs 2 in initiative" */
export const reasonText = (game: string, reasons: Advice['reasons']): string =>
  language.speaker.reasons(game, reasons);
