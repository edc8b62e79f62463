// The layout of family trees: rows, no overlap, families together, lines that meet people.
import { describe, expect, test } from 'vitest';
import type { Box } from '../src/board/layout';
import { type Branch, type Gaps, type Kin, planTree } from '../src/board/tree';

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
  test('parents over, uncles beside, cousins on the own row', () => {
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
    // Everybody has at most two parents over him, and nobody's parent is also his or her child.
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
