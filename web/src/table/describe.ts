// Slots, pieces and choices as words in the current language. Knows no game.
import type { Piece, Scene, Slot } from '../engine/types';
import { t, word } from '../text/lang.svelte';
import { kindText, wordText } from './signs';

/** Row and column of a slot: "Milan", "church · 4". The print is more telling than a number. */
function slotParts(game: string, slot: Slot): string[] {
  const parts: string[] = [];
  if (slot.row) parts.push(word(game, `${slot.family.rows}.${slot.row}`));
  const told = slot.print !== undefined || (slot.family.layout === 'fixed' && slot.value !== undefined);
  if (slot.col !== undefined && !told) parts.push(String(slot.col));
  return parts;
}

/** "Cities · Milan", "Careers · church · 4". */
export function slotTitle(game: string, slot: Slot, names: readonly string[]): string {
  const parts = [word(game, `slot.${slot.family.name}`), ...slotParts(game, slot)];
  if (slot.seat >= 0) parts.push(names[slot.seat] ?? '');
  return parts.join(' · ');
}

/** The slot within its family, with what is printed there: "Milan, figure 2". */
export const slotPlace = (game: string, slot: Slot): string =>
  [...slotParts(game, slot), slotPrint(game, slot)].filter(Boolean).join(', ');

/** The print of a slot: its figure and its words. */
export function slotPrint(game: string, slot: Slot): string {
  const parts: string[] = [];
  if (slot.print) parts.push(word(game, slot.print));
  if (slot.also) parts.push(word(game, slot.also));
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

/** The meaning of the face of a piece. */
export const pieceText = (game: string, { face }: Piece): string => wordText(game, face);
/** The kind of a piece, and the meaning of its face. */
export const pieceTexts = (game: string, { kind, face }: Piece): string[] => [kindText(game, kind), wordText(game, face)].filter(Boolean);
export const slotTexts = (game: string, { print, also }: Slot): string[] => [print, also].map((sign) => wordText(game, sign)).filter(Boolean);

/** Pieces in brief, numbers of one kind grouped: "brown card 91, 106". */
export function piecesBriefly(game: string, pieces: readonly Piece[]): string {
  let last = '';
  const byKind = Map.groupBy(pieces, (piece) => piece.kind);
  const order = [...byKind.keys()].sort();
  return order
    .flatMap((kind) => byKind.get(kind)!.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0)))
    .map(({ kind, face, value }) => {
      const name = kind === last && value !== undefined ? '' : word(game, `kind.${kind}`);
      last = kind;
      return [name, value ?? (face ? word(game, face) : '')].filter((part) => part !== '').join(' ');
    })
    .join(', ');
}

export const piecesIn = (scene: Scene, slot: number): Piece[] => scene.pieces.filter((piece) => piece.slot === slot);
