// The moves between two scenes. Identical pieces cannot be distinguished, so places are compared: a piece
// missing in one place and added in another has moved. Knows no game.
import type { Piece, Scene } from '../engine/types';

export interface Move {
  /** Slot names; no `from`: it came from nowhere. */
  from?: string;
  to: string;
  /** Index of the piece in the new scene. */
  piece: number;
}
interface Unit {
  piece: number;
  slot: string;
  value: Piece;
}

/** From the strictest to the loosest: pieces are matched by the first key that finds a partner. */
const keys: ((p: Piece) => string)[] = [
  (p) => `${p.kind}|${p.seat}|${p.face}|${p.value}`,
  (p) => `${p.kind}|${p.seat}|${p.face}`,
  (p) => `${p.kind}|${p.face}`,
  (p) => `${p.kind}|${p.seat}`,
  (p) => p.kind,
];

const units = (scene: Scene): Unit[] =>
  scene.pieces.flatMap((value, piece) =>
    Array.from({ length: Math.min(value.count, 60) }, () => ({ piece, slot: scene.slots[value.slot]!.name, value })),
  );

/** Removes the pieces that stayed: those in the same place in both scenes. */
function settle(old: Unit[], now: Unit[], key: (p: Piece) => string): [Unit[], Unit[]] {
  const there = new Map<string, Unit[]>();
  for (const unit of old) {
    const k = `${unit.slot} ${key(unit.value)}`;
    const list = there.get(k);
    if (list) list.push(unit);
    else there.set(k, [unit]);
  }
  const stayed = new Set<Unit>();
  const left = now.filter((unit) => {
    const partner = there.get(`${unit.slot} ${key(unit.value)}`)?.shift();
    if (partner) stayed.add(partner);
    return !partner;
  });
  return [old.filter((unit) => !stayed.has(unit)), left];
}

export function moves(before: Scene, after: Scene): Move[] {
  let [gone, come] = settle(units(before), units(after), keys[0]!);
  [gone, come] = settle(gone, come, keys[1]!);
  const out: Move[] = [];
  const stable = new Map(gone.map((unit) => [unit.value.id, unit]));
  const match = (unit: Unit, partner: Unit | undefined) => {
    if (partner) gone.splice(gone.indexOf(partner), 1);
    if (partner) out.push({ from: partner.slot, to: unit.slot, piece: unit.piece });
    return !partner;
  };
  for (const key of keys) {
    come = come.filter((unit) => {
      const same = stable.get(unit.value.id);
      const partner = same && gone.includes(same) && key(same.value) === key(unit.value) ? same : undefined;
      return match(unit, partner ?? gone.find((old) => key(old.value) === key(unit.value)));
    });
  }
  for (const unit of come) out.push({ to: unit.slot, piece: unit.piece });
  return out;
}
