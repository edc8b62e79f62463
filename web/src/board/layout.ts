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

/** How pieces lie; `under`: earlier ones lie under the last, showing only their lower edges. */
export type Spread = Layout | 'under';
/** A box with pieces of at most `most`; `start`: from its top left instead of centred. */
interface Area extends Box {
  most?: number | undefined;
  start?: boolean;
}
/** A box with separate places for some kinds of pieces. */
export interface Room extends Area {
  parts: (Area & { kinds: string[]; spread?: Spread | undefined })[];
}

/** The largest pieces of a height (their width is 1) that fit n times into a box, in lines from the top left, the
 *  whole centred. */
function grid(n: number, box: Area, tall: number): Spot[] {
  let columns = 1, size = 0;
  for (let c = 1; c <= n; c++) {
    const s = Math.min(box.w / c, box.h / (Math.ceil(n / c) * tall), box.most ?? Infinity);
    if (s > size + 1e-6 || (box.start && s > size - 1e-6)) [columns, size] = [c, s];
  }
  const lines = Math.ceil(n / columns), share = box.start ? 0 : 0.5;
  const top = box.y + (box.h - lines * size * tall) * share;
  return Array.from({ length: n }, (_, i) => {
    const line = Math.floor(i / columns);
    const inLine = Math.min(columns, n - line * columns);
    const left = box.x + (box.w - inLine * size) * share;
    return { x: left + (i % columns) * size, y: top + line * size * tall, size };
  });
}

/** As large as the box allows, overlapping along its longer side. */
function stacked(n: number, box: Box, tall: number): Spot[] {
  const STEP = 0.18;
  const over = (box.w * tall - box.h) / box.h;
  const wide = over >= 0;
  const whole = Math.min(box.w, box.h / tall);
  const size = whole / (Math.abs(over) < 1e-6 && n > 1 ? 1 + (n - 1) * STEP : 1);
  const room = wide ? box.w - size : box.h - size * tall;
  const step = n > 1 ? Math.min(size * STEP, room / (n - 1)) : 0;
  const start = (room - step * (n - 1)) / 2;
  return Array.from({ length: n }, (_, i) => {
    const along = start + step * i, across = wide ? (box.h - size * tall) / 2 : (box.w - size) / 2;
    return { x: box.x + (wide ? along : across), y: box.y + (wide ? across : along), size };
  });
}

/** A hand: lines of cards; many overlap a little. A small hand is not larger than one of HAND cards, so that cards
 *  keep their size while they are played; if the box gives their size, they lie in one line. */
const HAND = 6, SEEN = 0.8, APART = 1.04;
function fanLines(n: number, box: Area, tall: number): { lines: number; size: number } {
  if (box.most) return { lines: 1, size: Math.min(box.most, box.h / tall, box.w / n) };
  let best = { lines: 1, size: 0 };
  for (let lines = 1; lines <= 3; lines++) {
    const most = Math.ceil(Math.max(n, HAND) / lines);
    const step = n > HAND ? SEEN : 1;
    const size = Math.min(box.h / (lines * tall), box.w / (1 + (most - 1) * step));
    if (size > best.size) best = { lines, size };
  }
  return best;
}
export const handSize = (box: Box, tall: number): number => fanLines(HAND, box, tall).size;
function fanned(n: number, box: Area, tall: number): Spot[] {
  const { lines, size } = fanLines(n, box, tall);
  const most = box.most ? n : Math.ceil(Math.max(n, HAND) / lines), used = Math.ceil(n / most);
  const step = most > 1 ? Math.min(size * APART, (box.w - size) / (most - 1)) : 0;
  const top = box.y + (box.h - used * size * tall) / 2;
  return Array.from({ length: n }, (_, i) => {
    const line = Math.floor(i / most), inLine = Math.min(most, n - line * most);
    const left = box.x + (box.w - size - step * (inLine - 1)) / 2;
    return { x: left + (i % most) * step, y: top + line * size * tall, size };
  });
}

/** Earlier pieces lie under the last. */
function under(n: number, box: Box, tall: number): Spot[] {
  const size = Math.min(box.w, box.h / tall);
  const step = n > 1 ? Math.min(size * tall * 0.28, (box.h - size * tall) / (n - 1)) : 0;
  return Array.from({ length: n }, (_, i) => ({ x: box.x + (box.w - size) / 2, y: box.y + (n - 1 - i) * step, size }));
}

/** Places for n pieces in a slot of this layout; `tall`: their height, for a width of 1. */
export function spots(layout: Spread, n: number, box: Area, tall = 1): Spot[] {
  if (n <= 0) return [];
  if (layout === 'under') return under(n, box, tall);
  if (layout === 'stack') return stacked(n, box, tall);
  if (layout === 'fan') return fanned(n, box, tall);
  return grid(n, box, tall);
}

/** Places for pieces of these kinds, each in the part of the box meant for it, with the height of those there. */
export function spotsByKind(layout: Layout, kinds: readonly string[], room: Room, tallOf: (kind: string) => number = () => 1): (Spot & { tall: number })[] {
  const partOf = kinds.map((kind) => room.parts.find((part) => part.kinds.includes(kind)));
  const out: (Spot & { tall: number })[] = [];
  for (const part of new Set(partOf)) {
    const members = kinds.flatMap((_, i) => (partOf[i] === part ? [i] : []));
    const tall = Math.max(...members.map((i) => tallOf(kinds[i]!)));
    const where = spots(part?.spread ?? layout, members.length, part ?? room, tall);
    members.forEach((index, i) => (out[index] = { ...where[i]!, tall }));
  }
  return out;
}

export interface Stage {
  common: Box;
  own: Box;
  others: Box[];
  /** One's own hand, if any. */
  hand?: Box;
  /** Every board is large enough to be legible. */
  legible: boolean;
}
export interface StageWish {
  width: number;
  height: number;
  /** Width divided by height. */
  common: number;
  player: number;
  /** Of another player's board, if different from one's own. */
  other?: number;
  others: number;
  /** Weights of the sizes of the common board, one's own and the others'. */
  worth?: [number, number, number];
  /** The least widths at which their texts are legible. */
  least?: [number, number, number];
  /** Height of the line of text above a board: own, others'. */
  headOwn: number;
  headOther: number;
  gap: number;
  /** Height of the cards of a hand, for a width of 1; undefined: no hands. */
  hand?: number;
}

/** The largest box of an aspect inside another, at its top, centred; `head` is a line of text over it. */
function fit(box: Box, aspect: number, head: number): Box {
  const w = Math.max(0, Math.min(box.w, (box.h - head) * aspect));
  return { x: box.x + (box.w - w) / 2, y: box.y, w, h: w / aspect + head };
}

/** n boards in a box: with the number of columns that makes them largest. */
function several(n: number, box: Box, aspect: number, head: number, gap: number): Box[] {
  let columns = 1, w = 0, h = 0, widest = -1;
  for (let count = 1; count <= n; count++) {
    const lines = Math.ceil(n / count);
    const cell = { ...box, w: (box.w - gap * (count - 1)) / count, h: (box.h - gap * (lines - 1)) / lines };
    const fitted = fit(cell, aspect, head).w;
    if (fitted > widest) [columns, w, h, widest] = [count, cell.w, cell.h, fitted];
  }
  return Array.from({ length: n }, (_, i) => fit({ x: box.x + (i % columns) * (w + gap), y: box.y + Math.floor(i / columns) * (h + gap), w, h }, aspect, head));
}

/** The own board and its hand in a box: the hand next to the board, or below it. */
function ownWays(box: Box, wish: StageWish): { own: Box; hand?: Box }[] {
  const { player, headOwn, gap, hand } = wish;
  if (hand === undefined) return [{ own: fit(box, player, headOwn) }];
  const beside = [0.2, 0.24, 0.28, 0.32, 0.37].map((share) => {
    const own = { ...fit({ ...box, w: box.w * (1 - share) - gap }, player, headOwn), x: box.x };
    const x = own.x + own.w + gap;
    return { own, hand: { x, y: box.y, w: box.x + box.w - x, h: own.h } };
  });
  const below = [0.28, 0.34, 0.4].map((share) => {
    const own = fit({ ...box, h: box.h * (1 - share) - gap }, player, headOwn);
    const y = own.y + own.h + gap;
    return { own, hand: { x: own.x, y, w: own.w, h: box.y + box.h - y } };
  });
  return [...beside, ...below];
}

/** The others' boards in a box, and perhaps the viewer's hand under or next to them. */
function otherWays(box: Box, wish: StageWish): { others: Box[]; hand?: Box }[] {
  const { other = wish.player, others: n, headOther, gap, hand } = wish;
  if (!n) return [{ others: [] }];
  const all = { others: several(n, box, other, headOther, gap) };
  if (hand === undefined) return [all];
  const shared = [0.2, 0.25, 0.3, 0.36, 0.42].flatMap((share) => {
    const top = { ...box, h: box.h * (1 - share) - gap }, left = { ...box, w: box.w * (1 - share) - gap };
    return [
      { others: several(n, top, other, headOther, gap), hand: { ...box, y: top.y + top.h + gap, h: box.h * share } },
      { others: several(n, left, other, headOther, gap), hand: { ...box, x: left.x + left.w + gap, w: box.w * share } },
    ];
  });
  return [all, ...shared];
}

/** Larger is better; illegible is much worse, and far more than legible gains nothing for boards only looked at. */
const UNDER = 40, BEYOND = 1.5, CARD_MOST = 130;
function value(width: number, worth: number, least: number, most = Infinity): number {
  return worth * Math.log(Math.min(width, most)) + (width < least ? UNDER * Math.log(width / least) : 0);
}

/** Makes the common board, one's own with its hand and the others' as large as possible. Tries five
 *  plans with 28 x 29 divisions of the screen each, some 4,000 layouts of a few boxes. */
function search(wish: StageWish): Stage {
  const { width: W, height: H, common, others: n, worth = [6, 2, 0.8], least = [0, 0, 0], gap } = wish;
  let best: Stage | undefined, bestWorth = -Infinity;
  const consider = (a: Box, b: Box, c: Box) => {
    if ([a, b].some((box) => box.w < 20 || box.h < 20)) return;
    const fitted = fit(a, common, 0);
    if (fitted.w < 20) return;
    const { hand: _, ...handless } = wish;
    for (const { others, hand: elsewhere } of otherWays(c, wish)) {
      const other = others[0]?.w ?? 1;
      if (other <= 0) continue;
      const shared = value(fitted.w, worth[0], least[0]) + (n ? value(other, worth[2], least[2], least[2] ? BEYOND * least[2] : Infinity) : 0);
      for (const way of ownWays(b, elsewhere ? handless : wish)) {
        const { own, hand = elsewhere } = way;
        const cards = hand ? handSize(hand, wish.hand!) : 1;
        if (own.w < 20 || cards <= 0) continue;
        const sum = shared + value(own.w, worth[1], least[1]) + value(cards, 0.8, 0, CARD_MOST);
        if (sum <= bestWorth) continue;
        const legible = fitted.w >= least[0] * 0.98 && own.w >= least[1] * 0.98 && (!n || other >= least[2] * 0.98);
        [best, bestWorth] = [{ common: fitted, own, others, legible, ...(hand && { hand }) }, sum];
      }
    }
  };
  for (let f = 0.3; f < 0.85; f += 0.02) {
    for (let g = n ? 0.3 : 1; g <= (n ? 0.86 : 1); g += 0.02) {
      const l = W * f - gap / 2, r = W - l - gap, t = H * f - gap / 2, b = H - t - gap;
      const rt = H * g - gap / 2, lw = W * g - gap / 2;
      // Common on the left; own board above the others on the right.
      consider({ x: 0, y: 0, w: l, h: H }, { x: l + gap, y: 0, w: r, h: rt }, { x: l + gap, y: rt + gap, w: r, h: H - rt - gap });
      // Common on top; own board left of the others below.
      consider({ x: 0, y: 0, w: W, h: t }, { x: 0, y: t + gap, w: lw, h: b }, { x: lw + gap, y: t + gap, w: W - lw - gap, h: b });
      // Common above own board on the left; the others on the right.
      consider({ x: 0, y: 0, w: lw, h: t }, { x: 0, y: t + gap, w: lw, h: b }, { x: lw + gap, y: 0, w: W - lw - gap, h: H });
      // Common and own side by side; the others below.
      consider({ x: 0, y: 0, w: l, h: rt }, { x: l + gap, y: 0, w: r, h: rt }, { x: 0, y: rt + gap, w: W, h: H - rt - gap });
      // Common left of the others; own board below.
      consider({ x: 0, y: 0, w: lw, h: t }, { x: 0, y: t + gap, w: W, h: b }, { x: lw + gap, y: 0, w: W - lw - gap, h: t });
    }
  }
  const whole = { x: 0, y: 0, w: W, h: H };
  return best ?? { common: fit(whole, common, 0), own: fit(whole, wish.player, wish.headOwn), others: [], legible: false };
}

/** Positions change far more often than screens: the last answers are kept. */
const KEPT = 8, answers = new Map<string, Stage>();
export function arrange(wish: StageWish): Stage {
  const key = JSON.stringify(wish), known = answers.get(key);
  if (known) return known;
  if (answers.size >= KEPT) answers.clear();
  const stage = search(wish);
  answers.set(key, stage);
  return stage;
}
