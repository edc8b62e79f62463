// Slots, pieces and choices as words in the language in use. Knows no game.
import type { Piece, Scene, Slot } from '../engine/types';
import { t, word } from '../text/lang.svelte';

/** "Cities · Milan", "Careers · church · 4". */
export function slotTitle(game: string, slot: Slot, names: readonly string[], owner = true): string {
  const parts = [word(game, `slot.${slot.family.name}`)];
  if (slot.row) parts.push(word(game, `${slot.family.rows}.${slot.row}`));
  const numbered = slot.col !== undefined && !(slot.family.layout === 'fixed' && slot.value !== undefined);
  if (numbered) parts.push(String(slot.col));
  if (owner && slot.seat >= 0) parts.push(names[slot.seat] ?? '');
  return parts.join(' · ');
}

/** What is printed in a slot: its figure and its word. */
export function slotPrint(game: string, slot: Slot): string {
  const parts: string[] = [];
  if (slot.print) parts.push(word(game, slot.print));
  if (slot.value !== undefined) parts.push(t('web.figure', slot.value));
  return parts.join(' · ');
}

/** "man – Anna × 3". */
export function pieceTitle(game: string, piece: Piece, names: readonly string[]): string {
  const parts = [word(game, `kind.${piece.kind}`)];
  if (piece.face) parts.push(word(game, piece.face));
  if (piece.value !== undefined) parts.push(String(piece.value));
  let text = parts.join(' ');
  if (piece.seat >= 0) text += ` – ${names[piece.seat]}`;
  if (piece.count > 1) text += ` × ${piece.count}`;
  return text;
}

export const piecesIn = (scene: Scene, slot: number): Piece[] => scene.pieces.filter((piece) => piece.slot === slot);
