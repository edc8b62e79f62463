// A family tree of a scene: places for its slots and spots for its pieces, in units of the tree. Cards stand
// side by side, a family's possessions next to them as small seals. Knows slots and pieces, not games.
import type { Piece, Scene, Slot } from '../engine/types';
import { PIECE_UNITS, type Place } from './art';
import type { Spot } from './layout';
import { type Branch, type Gaps, type Kin, planTree } from './tree';

export interface Placed {
  slot: Slot;
  index: number;
  place: Place;
}
export interface Laid {
  piece: Piece;
  index: number;
  slot: number;
  spot: Spot;
  /** Height of the piece, for a width of 1. */
  tall: number;
}
export interface Tree {
  slots: Placed[];
  pieces: Laid[];
  lines: string[];
  size: { w: number; h: number };
}

/** Two seals are the height of a card. */
const SEAL = PIECE_UNITS / 2, BETWEEN = 2;
const gaps: Gaps = { family: 20, sibling: 8, couple: 14, row: 22 };
const kinds: readonly string[] = ['child', 'parent', 'spouse'] satisfies Kin[];
/** The word printed there gives the relation: "relation.parent"; none: a child. */
function kinOf({ print }: Slot): Kin {
  const last = print?.slice(print.lastIndexOf('.') + 1) ?? '';
  return kinds.includes(last) ? (last as Kin) : 'child';
}

/** The tree of these slots of a scene (indices); `seals`: kinds of pieces placed next to the cards. */
export function growTree(scene: Scene, members: readonly number[], inSlot: ReadonlyMap<number, number[]>, seals: ReadonlySet<string>): Tree {
  const number = new Map(members.map((slot, i) => [slot, i]));
  const held = members.map((slot) => {
    const all = inSlot.get(slot) ?? [];
    const small = (piece: number) => seals.has(scene.pieces[piece]!.kind);
    return { cards: all.filter((piece) => !small(piece)), seals: all.filter(small) };
  });
  const cardsWide = (n: number) => Math.max(1, n) * (PIECE_UNITS + BETWEEN) - BETWEEN;
  const branches = members.map((index, i): Branch => {
    const slot = scene.slots[index]!, { cards, seals: beside } = held[i]!;
    const above = slot.above === undefined ? undefined : number.get(slot.above);
    return {
      w: cardsWide(cards.length) + (beside.length ? BETWEEN + Math.ceil(beside.length / 2) * SEAL : 0),
      h: PIECE_UNITS,
      kin: kinOf(slot),
      stem: PIECE_UNITS / 2,
      root: cardsWide(cards.length) / 2,
      ...(above === undefined ? {} : { above }),
    };
  });
  const { boxes, lines, size } = planTree(branches, gaps);
  const pieces = members.flatMap((slot, i) => {
    const { cards, seals: beside } = held[i]!, { x, y } = boxes[i]!;
    const laid = (index: number, spot: Spot): Laid => ({ piece: scene.pieces[index]!, index, slot, spot, tall: 1 });
    const right = x + cardsWide(cards.length) + BETWEEN;
    return [
      ...cards.map((index, n) => laid(index, { x: x + n * (PIECE_UNITS + BETWEEN), y, size: PIECE_UNITS })),
      ...beside.map((index, n) => laid(index, { x: right + Math.floor(n / 2) * SEAL, y: y + (n % 2) * SEAL, size: SEAL })),
    ];
  });
  const slots = members.map((index, i) => ({ slot: scene.slots[index]!, index, place: { ...boxes[i]!, hasValue: true, hasPrint: true, hasAlso: true, small: true, parts: [] } }));
  return { slots, pieces, lines, size };
}
