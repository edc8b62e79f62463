// Brings the scenes of the engine into their full form. Knows slots and pieces, not games.
import type { Choice, Family, Piece, Scene, Slot } from './types';

/** Name, figure, printed words, and in a tree the slot that it hangs on. */
type RawSlot = string | [string, number, string?, ...(string | number)[]];
type RawPiece = Omit<Piece, 'seat' | 'count'> & { seat?: number; count?: number };
type RawRun = Omit<Choice, 'action' | 'steps'> & { actions: string[] };
export type RawScene = Omit<Scene, 'slots' | 'pieces' | 'runs'> & { slots: RawSlot[]; pieces: RawPiece[]; runs?: RawRun[] };

/** "p2.helper.yellow.1" → whose board, family, row, column. */
export function readSlot(raw: RawSlot, families: Map<string, Family>): Slot {
  const [name, value, print, ...more] = typeof raw === 'string' ? [raw] : raw;
  const owner = /^p(\d)\.(.*)$/.exec(name);
  const rest = owner ? owner[2]! : name;
  const [familyName = '', ...parts] = rest.split('.');
  const family = families.get(familyName);
  if (!family) throw new Error(`slot of no family: ${name}`);
  const slot: Slot = { name, family, seat: owner ? Number(owner[1]) : -1, place: owner ? `p.${rest}` : rest };
  // The row's word may contain dots, the column is a number.
  const hasColumn = parts.length > (family.rows ? 1 : 0) && /^\d+$/.test(parts.at(-1)!);
  if (hasColumn) slot.col = Number(parts.pop());
  if (family.rows) slot.row = parts.join('.');
  if (value !== undefined && value >= 0) slot.value = value;
  if (print) slot.print = print;
  for (const extra of more) {
    if (typeof extra === 'string') slot.also = extra;
    else slot.above = extra;
  }
  return slot;
}

export function fullScene(raw: RawScene): Scene {
  const families = new Map(raw.families.map((family) => [family.name, family]));
  return {
    ...raw,
    slots: raw.slots.map((slot) => readSlot(slot, families)),
    pieces: raw.pieces.map((piece) => ({ ...piece, seat: piece.seat ?? -1, count: piece.count ?? 1 })),
    runs: (raw.runs ?? []).map(({ actions, ...run }) => ({ ...run, action: actions.join(', '), steps: actions })),
  };
}
