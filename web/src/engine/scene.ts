// Reads the scene JSON of the engine into its full form. Knows slots and pieces, not games.
import type { Family, Piece, Scene, Slot } from './types';

type RawSlot = string | [string, number, string?, number?];
type RawPiece = Omit<Piece, 'seat' | 'count'> & { seat?: number; count?: number };
type RawScene = Omit<Scene, 'slots' | 'pieces'> & { slots: RawSlot[]; pieces: RawPiece[] };

/** "p2.helper.yellow.1" → whose board, family, row, column. */
export function readSlot(raw: RawSlot, families: Map<string, Family>): Slot {
  const [name, value, print, above] = typeof raw === 'string' ? [raw] : raw;
  const owner = /^p(\d)\.(.*)$/.exec(name);
  const rest = owner ? owner[2]! : name;
  const [familyName = '', ...parts] = rest.split('.');
  const family = families.get(familyName);
  if (!family) throw new Error(`slot of no family: ${name}`);
  const slot: Slot = { name, family, seat: owner ? Number(owner[1]) : -1, place: owner ? `p.${rest}` : rest };
  if (family.rows) slot.row = parts.shift();
  if (parts.length) slot.col = Number(parts[0]);
  if (value !== undefined && value >= 0) slot.value = value;
  if (print) slot.print = print;
  if (above !== undefined) slot.above = above;
  return slot;
}

export function readScene(json: string): Scene {
  const raw = JSON.parse(json) as RawScene;
  const families = new Map(raw.families.map((family) => [family.name, family]));
  return {
    ...raw,
    slots: raw.slots.map((slot) => readSlot(slot, families)),
    pieces: raw.pieces.map((piece) => ({ ...piece, seat: piece.seat ?? -1, count: piece.count ?? 1 })),
  };
}
