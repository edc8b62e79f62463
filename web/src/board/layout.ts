// Where things go: pieces inside a slot, boards on the screen. Pure geometry; knows no game and no document.
import type { Layout } from '../engine/types';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Spot {
  x: number;
  y: number;
  size: number;
}

/** How pieces lie; `under`: those before the last one lie under it, and only their lower edges show. */
export type Spread = Layout | 'under';
/** A box with places of their own for some kinds of pieces. */
export interface Room extends Area {
  parts: (Area & { kinds: string[]; spread?: Spread | undefined })[];
}
/** A box whose pieces are not larger than `most`; `start`: they begin at its top left instead of its middle. */
interface Area extends Box {
  most?: number | undefined;
  start?: boolean;
}

/** The largest squares that fit n times into a box, in lines from the top left, the whole centred. */
function grid(n: number, box: Area): Spot[] {
  let columns = 1, size = 0;
  for (let c = 1; c <= n; c++) {
    const s = Math.min(box.w / c, box.h / Math.ceil(n / c), box.most ?? Infinity);
    if (s > size + 1e-6 || (box.start && s > size - 1e-6)) [columns, size] = [c, s];
  }
  const lines = Math.ceil(n / columns), share = box.start ? 0 : 0.5;
  const top = box.y + (box.h - lines * size) * share;
  return Array.from({ length: n }, (_, i) => {
    const line = Math.floor(i / columns);
    const inLine = Math.min(columns, n - line * columns);
    const left = box.x + (box.w - inLine * size) * share;
    return { x: left + (i % columns) * size, y: top + line * size, size };
  });
}

/** Squares of the box's smaller side, moved along its longer side and overlapping where they must. */
function overlapped(n: number, box: Box, most: number): Spot[] {
  const wide = box.w >= box.h;
  const size = Math.min(box.w, box.h) / (box.w === box.h && n > 1 ? 1 + (n - 1) * most : 1);
  const room = (wide ? box.w : box.h) - size;
  const step = n > 1 ? Math.min(size * most, room / (n - 1)) : 0;
  const start = (room - step * (n - 1)) / 2;
  return Array.from({ length: n }, (_, i) => {
    const along = start + step * i, across = ((wide ? box.h : box.w) - size) / 2;
    return { x: box.x + (wide ? along : across), y: box.y + (wide ? across : along), size };
  });
}

function under(n: number, box: Box): Spot[] {
  const size = Math.min(box.w, box.h);
  const step = n > 1 ? Math.min(size * 0.28, (box.h - size) / (n - 1)) : 0;
  return Array.from({ length: n }, (_, i) => ({ x: box.x + (box.w - size) / 2, y: box.y + (n - 1 - i) * step, size }));
}

/** Places for n pieces in a slot of this layout. */
export function spots(layout: Spread, n: number, box: Area): Spot[] {
  if (n <= 0) return [];
  if (layout === 'under') return under(n, box);
  if (layout === 'stack') return overlapped(n, box, 0.18);
  if (layout === 'fan') return overlapped(n, box, 0.6);
  return grid(n, box);
}

/** Places for pieces of these kinds, each in the part of the room that is meant for it. */
export function spotsByKind(layout: Layout, kinds: readonly string[], room: Room): Spot[] {
  const partOf = kinds.map((kind) => room.parts.find((part) => part.kinds.includes(kind)));
  const out: Spot[] = [];
  for (const part of new Set(partOf)) {
    const members = kinds.flatMap((_, i) => (partOf[i] === part ? [i] : []));
    const where = spots(part?.spread ?? layout, members.length, part ?? room);
    members.forEach((index, i) => (out[index] = where[i]!));
  }
  return out;
}

export interface Stage {
  common: Box;
  own: Box;
  others: Box[];
}
export interface StageWish {
  width: number;
  height: number;
  /** Width divided by height. */
  common: number;
  player: number;
  others: number;
  /** Height of the line of text over a board: own, others'. */
  headOwn: number;
  headOther: number;
  gap: number;
}

/** The largest box of an aspect inside another, at its top, centred; `head` is a line of text over it. */
function fit(box: Box, aspect: number, head: number): Box {
  const w = Math.max(0, Math.min(box.w, (box.h - head) * aspect));
  return { x: box.x + (box.w - w) / 2, y: box.y, w, h: w / aspect + head };
}

/** n boards in a box: as many columns as makes them largest. */
function several(n: number, box: Box, aspect: number, head: number, gap: number): Box[] {
  let best: Box[] = [];
  for (let columns = 1; columns <= n; columns++) {
    const lines = Math.ceil(n / columns);
    const w = (box.w - gap * (columns - 1)) / columns, h = (box.h - gap * (lines - 1)) / lines;
    const boxes = Array.from({ length: n }, (_, i) => {
      const cell = { x: box.x + (i % columns) * (w + gap), y: box.y + Math.floor(i / columns) * (h + gap), w, h };
      return fit(cell, aspect, head);
    });
    if (!best[0] || boxes[0]!.w > best[0].w) best = boxes;
  }
  return best;
}

/** Arranges the common board, the own board and the others' so that all are as large as they can be. */
export function arrange(wish: StageWish): Stage {
  const { width: W, height: H, common, player, others: n, headOwn, headOther, gap } = wish;
  let best: Stage | undefined, bestWorth = -Infinity;
  const consider = (a: Box, b: Box, c: Box) => {
    if ([a, b].some((box) => box.w < 20 || box.h < 20)) return;
    const stage: Stage = {
      common: fit(a, common, 0),
      own: fit(b, player, headOwn),
      others: n ? several(n, c, player, headOther, gap) : [],
    };
    const other = stage.others[0]?.w ?? 1;
    if (stage.common.w < 20 || stage.own.w < 20 || other <= 0) return;
    const worth = 6 * Math.log(stage.common.w) + 2 * Math.log(stage.own.w) + 0.8 * Math.log(other);
    if (worth > bestWorth) [best, bestWorth] = [stage, worth];
  };
  for (let f = 0.3; f < 0.85; f += 0.02) {
    for (let g = n ? 0.3 : 1; g <= (n ? 0.86 : 1); g += 0.02) {
      const l = W * f - gap / 2, r = W - l - gap, t = H * f - gap / 2, b = H - t - gap;
      const rt = H * g - gap / 2, lw = W * g - gap / 2;
      // Common on the left; the own board over the others on the right.
      consider({ x: 0, y: 0, w: l, h: H }, { x: l + gap, y: 0, w: r, h: rt }, { x: l + gap, y: rt + gap, w: r, h: H - rt - gap });
      // Common on top; the own board left of the others below.
      consider({ x: 0, y: 0, w: W, h: t }, { x: 0, y: t + gap, w: lw, h: b }, { x: lw + gap, y: t + gap, w: W - lw - gap, h: b });
      // Common over the own board on the left; the others on the right.
      consider({ x: 0, y: 0, w: lw, h: t }, { x: 0, y: t + gap, w: lw, h: b }, { x: lw + gap, y: 0, w: W - lw - gap, h: H });
      // Common and own side by side; the others below.
      consider({ x: 0, y: 0, w: l, h: rt }, { x: l + gap, y: 0, w: r, h: rt }, { x: 0, y: rt + gap, w: W, h: H - rt - gap });
      // Common left of the others; the own board below.
      consider({ x: 0, y: 0, w: lw, h: t }, { x: 0, y: t + gap, w: W, h: b }, { x: lw + gap, y: 0, w: W - lw - gap, h: t });
    }
  }
  const whole = { x: 0, y: 0, w: W, h: H };
  return best ?? { common: fit(whole, common, 0), own: fit(whole, player, headOwn), others: [] };
}
