// The layout of family trees: rows, no overlap, families together, lines that meet people.
import { describe, expect, test } from 'vitest';
import { growTree } from '../src/board/branches';
import type { Box } from '../src/board/layout';
import { type Branch, type Gaps, type Kin, planTree } from '../src/board/tree';
import { around, begin, fitting, nearer, seen, touching, within } from '../src/board/window';
import { fullScene } from '../src/engine/scene';

const gaps: Gaps = { family: 20, sibling: 8, couple: 14, row: 24 };
const person = (above?: number, kin: Kin = 'child', cards = 1): Branch => ({ w: 48 * cards, h: 60, stem: 24, root: 24 * cards, kin, ...(above === undefined ? {} : { above }) });
const apart = (a: Box, b: Box) => a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01;
function sound(tree: Branch[]) {
  const plan = planTree(tree, gaps);
  expect(plan.boxes.length).toBe(tree.length);
  const clashes = plan.boxes.flatMap((a, i) => plan.boxes.flatMap((b, j) => (j > i && !apart(a, b) ? [`${i} and ${j}`] : [])));
  expect(clashes).toEqual([]);
  for (const box of plan.boxes) {
    expect(box.x).toBeGreaterThanOrEqual(-0.01);
    expect(box.y).toBeGreaterThanOrEqual(-0.01);
    expect(box.x + box.w).toBeLessThanOrEqual(plan.size.w + 0.01);
    expect(box.y + box.h).toBeLessThanOrEqual(plan.size.h + 0.01);
  }
  return plan;
}
const middle = (box: Box) => box.x + box.w / 2;
/** Numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
}

describe('a tree that grows downwards', () => {
  test('nobody, one, two roots', () => {
    expect(planTree([], gaps)).toEqual({ boxes: [], lines: [], size: { w: 0, h: 0 } });
    expect(sound([person()]).boxes).toEqual([{ x: 0, y: 0, w: 48, h: 60 }]);
    sound([person(), person()]);
  });
  test('children stand below, in order, the parents over their middle', () => {
    const { boxes, lines } = sound([person(undefined, 'child', 2), person(0), person(0, 'child', 2), person(0)]);
    expect(boxes[1]!.y).toBe(84);
    expect(boxes[1]!.x).toBeLessThan(boxes[2]!.x);
    expect(boxes[2]!.x).toBeLessThan(boxes[3]!.x);
    expect(middle(boxes[0]!)).toBeCloseTo((boxes[1]!.x + 24 + boxes[3]!.x + 24) / 2);
    // One line down from the couple, one along, one to each child, ending over one of the two.
    expect(lines.length).toBe(5);
    expect(lines[0]).toBe(`M${middle(boxes[0]!)} 60V72`);
    for (const i of [1, 2, 3]) expect(lines).toContain(`M${boxes[i]!.x + 24} 72V84`);
  });
  test('brothers and sisters without families stand close', () => {
    const { boxes } = sound([person(), person(0), person(0)]);
    expect(boxes[2]!.x - boxes[1]!.x - boxes[1]!.w).toBeCloseTo(gaps.sibling);
  });
  test('a small family moves under a wide neighbour only as far as there is room', () => {
    const tree = [person(), person(0), person(0), ...Array.from({ length: 5 }, () => person(1)), person(2)];
    const { boxes, size } = sound(tree);
    expect(size.w).toBeLessThan(6 * 48 + 5 * gaps.family + 1);
    expect(boxes[8]!.x).toBeGreaterThan(boxes[7]!.x);
  });
  test('rows are as high as their highest', () => {
    const { boxes } = sound([person(), { ...person(0), h: 90 }, person(0), person(2)]);
    expect(boxes[3]!.y).toBe(60 + gaps.row + 90 + gaps.row);
  });
});

describe('a tree that grows upwards', () => {
  // Oneself, father and mother, the father's parents, an uncle with wife and child, the wife's parents.
  const kin = [person(), person(0, 'parent'), person(0, 'parent'), person(1, 'parent'), person(1, 'parent'), person(3, 'child'), person(5, 'spouse'), person(5, 'child'), person(6, 'parent'), person(6, 'parent')];
  test('parents above, uncles next to them, cousins on the same row', () => {
    const { boxes } = sound(kin);
    const y = boxes.map((box) => box.y);
    expect(y[0]).toBeGreaterThan(y[1]!);
    expect(y[1]).toBe(y[2]);
    expect(y[3]).toBe(y[4]);
    expect(y[5]).toBe(y[1]);
    expect(y[6]).toBe(y[1]);
    expect(y[7]).toBe(y[0]);
    expect(y[8]).toBe(y[3]);
    expect(middle(boxes[0]!)).toBeCloseTo((middle(boxes[1]!) + middle(boxes[2]!)) / 2);
    // The uncle stands on the father's side, away from the mother.
    expect(boxes[5]!.x).toBeLessThan(boxes[1]!.x);
    expect(boxes[1]!.x).toBeLessThan(boxes[2]!.x);
  });
  test('couples are joined by a line, children hang on its middle', () => {
    const { boxes, lines } = sound(kin);
    const y = boxes[1]!.y + 30;
    expect(lines).toContain(`M${boxes[1]!.x + 48} ${y}H${boxes[2]!.x}`);
    expect(lines).toContain(`M${(middle(boxes[1]!) + middle(boxes[2]!)) / 2} ${y}V${boxes[0]!.y - 12}`);
    expect(lines).toContain(`M${boxes[5]!.x + 48} ${y}H${boxes[6]!.x}`);
  });
  test('one known parent stands over the child', () => {
    const { boxes } = sound([person(), person(0, 'parent')]);
    expect(middle(boxes[0]!)).toBeCloseTo(middle(boxes[1]!));
    expect(boxes[1]!.y).toBe(0);
  });
});

test('no two people share a place, whatever grows', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = dice(seed), tree = [person()];
    // Everybody has at most two parents above, and nobody's parent is also their child.
    const over = new Map<number, number>();
    for (let n = 4 + random(40); n > 0; n--) {
      const above = random(tree.length);
      let kin = (['child', 'child', 'spouse', 'parent'] as const)[random(4)]!;
      const known = tree[above]!;
      if (kin === 'parent' && ((over.get(above) ?? 0) >= 2 || (known.kin === 'child' && above > 0))) kin = 'child';
      if (kin === 'spouse' && (known.kin === 'spouse' || known.kin === 'parent')) kin = 'child';
      if (kin === 'parent') over.set(above, (over.get(above) ?? 0) + 1);
      tree.push(person(above, kin, 1 + random(2)));
    }
    sound(tree);
  }
});

describe('the tree of a scene', () => {
  const scene = fullScene({
    seat: 0,
    families: [{ name: 'hand', layout: 'fan' }, { name: 'tree', layout: 'tree' }],
    slots: ['p0.hand', 'p0.tree.0', ['p0.tree.4', -1, '', 1], ['p0.tree.6', -1, 'relation.parent', 1], ['p0.tree.9', -1, 'relation.spouse', 2]],
    pieces: [
      { id: 1, slot: 1, kind: 'person' }, { id: 2, slot: 1, kind: 'friend' }, { id: 3, slot: 1, kind: 'title' },
      { id: 4, slot: 1, kind: 'mansion' }, { id: 5, slot: 1, kind: 'venture' }, { id: 6, slot: 2, kind: 'person' },
    ],
    counters: [], choices: [], runs: [], blocked: [],
  });
  const inSlot = new Map([[1, [0, 1, 2, 3, 4]], [2, [5]]]);
  const tree = growTree(scene, [1, 2, 3, 4], inSlot, new Set(['title', 'mansion', 'venture']));
  const place = (slot: number) => tree.slots.find(({ index }) => index === slot)!.place;
  test('slots know what they hang on, and how', () => {
    expect(scene.slots.map((slot) => slot.above)).toEqual([undefined, undefined, 1, 1, 2]);
    expect(place(2).y).toBeGreaterThan(place(1).y);
    expect(place(3).y).toBeLessThan(place(1).y);
    expect(place(4).y).toBe(place(2).y);
    expect(place(4).x).toBeGreaterThan(place(2).x);
  });
  test('cards stand side by side, seals next to them, all within their place', () => {
    expect(tree.pieces.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    const sizes = tree.pieces.map(({ spot }) => spot.size);
    expect(sizes).toEqual([48, 48, 24, 24, 24, 48]);
    for (const { spot, slot } of tree.pieces) {
      const box = place(slot);
      expect(spot.x >= box.x && spot.x + spot.size <= box.x + box.w + 0.01 && spot.y + spot.size <= box.y + box.h + 0.01).toBe(true);
    }
    const boxes = tree.pieces.map(({ spot }) => ({ x: spot.x, y: spot.y, w: spot.size, h: spot.size }));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
});

describe('a window onto a tree', () => {
  const window = { w: 400, h: 200 }, limits = { most: 2, legible: 0.7 };
  test('a small tree is shown whole, not larger than allowed, in the middle', () => {
    expect(begin(window, { w: 100, h: 50 }, limits, undefined)).toEqual({ scale: 2, x: 50, y: 25 });
    expect(fitting(window, { w: 500, h: 100 }, 2)).toBe(0.8);
  });
  test('of a large one a legible part, around what matters and within the tree', () => {
    const plane = { w: 1600, h: 400 };
    const look = begin(window, plane, limits, { x: 1500, y: 300, w: 50, h: 50 });
    expect(look.scale).toBe(0.7);
    const box = seen(look, window);
    expect(box.x + box.w).toBeCloseTo(1600);
    expect(touching(box, { x: 1500, y: 300, w: 50, h: 50 })).toBe(true);
    expect(begin(window, plane, { most: 2, legible: 0 }, undefined).scale).toBe(0.25);
  });
  test('nearer keeps the point under the finger, farther ends with the whole', () => {
    const plane = { w: 800, h: 400 };
    const from = begin(window, plane, limits, undefined);
    const point = { x: 500, y: 250 };
    const place = (look: typeof from) => [(point.x - look.x) * look.scale, (point.y - look.y) * look.scale];
    const near = nearer(from, 1.5, point.x, point.y, window, plane, limits);
    expect(near.scale).toBeCloseTo(from.scale * 1.5);
    place(near).forEach((value, i) => expect(value).toBeCloseTo(place(from)[i]!));
    expect(nearer(near, 0.001, 0, 0, window, plane, limits).scale).toBe(0.5);
    expect(nearer(near, 1000, 0, 0, window, plane, limits).scale).toBe(2);
    expect(within({ scale: 1, x: -100, y: 9999 }, window, plane, limits)).toEqual({ scale: 1, x: 200, y: 300 });
  });
  test('around boxes', () => {
    expect(around([])).toBeUndefined();
    expect(around([{ x: 1, y: 2, w: 3, h: 4 }, { x: 10, y: 0, w: 5, h: 5 }])).toEqual({ x: 1, y: 0, w: 14, h: 6 });
  });
});
