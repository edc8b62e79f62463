// Lays out a family tree: everybody on the row of their generation, families together, no overlaps, and the
// lines between them. Pure geometry after Reingold and Tilford, with an outline per row instead of per
// depth, so that a tree may grow upwards, downwards and sideways at once. Knows no game and no document.
import type { Box } from './layout';

/** How a node attaches to an earlier one: below, above or next to it. */
export type Kin = 'child' | 'parent' | 'spouse';
export interface Branch {
  w: number;
  h: number;
  /** Index of its anchor, which precedes it; none: a root. */
  above?: number;
  kin: Kin;
  /** Offsets from its left side where the line to its parents ends (at one of a couple) and the line to its children
   *  starts (between the two). */
  stem: number;
  root: number;
}
export interface Gaps {
  /** Gaps between families, siblings, the two of a couple, and rows. */
  family: number;
  sibling: number;
  couple: number;
  row: number;
}
export interface TreePlan {
  boxes: Box[];
  /** Paths: from parents to children, and between the two of a couple. */
  lines: string[];
  size: { w: number; h: number };
}

/** A laid-out part of the tree: left sides by index, and its extent on each row. */
interface Block {
  left: Map<number, number>;
  edge: Map<number, [number, number]>;
}

const moved = (block: Block, dx: number): Block => ({
  left: new Map([...block.left].map(([i, x]) => [i, x + dx])),
  edge: new Map([...block.edge].map(([row, [l, r]]) => [row, [l + dx, r + dx]])),
});
function joined(a: Block, b: Block): Block {
  const edge = new Map(a.edge);
  for (const [row, [l, r]] of b.edge) {
    const known = edge.get(row);
    edge.set(row, known ? [Math.min(l, known[0]), Math.max(r, known[1])] : [l, r]);
  }
  return { left: new Map([...a.left, ...b.left]), edge };
}
/** How far right b must move to clear a on every row. */
function clearance(a: Block, b: Block, gap: number): number {
  let dx = -Infinity;
  for (const [row, [l]] of b.edge) {
    const known = a.edge.get(row);
    if (known) dx = Math.max(dx, known[1] + gap - l);
  }
  return dx;
}
/** The least move to the right that separates b from a, none if they do not touch. */
function escape(a: Block, b: Block, gap: number): number {
  const touch = [...b.edge].some(([row, [l, r]]) => {
    const known = a.edge.get(row);
    return known && l < known[1] + gap && known[0] < r + gap;
  });
  return touch ? Math.max(0, clearance(a, b, gap)) : 0;
}

const sideBySide = (blocks: Block[], gap: number): Block =>
  blocks.reduce((all, block) => joined(all, moved(block, clearance(all, block, gap))));

/** A union of one or two, with children. */
interface Union {
  parents: number[];
  children: number[];
}

/** The blocks of a tree, from its leaves up. */
class Planner {
  /** Generation of each branch: 0 for the roots. */
  readonly row: number[] = [];
  readonly unions: Union[] = [];

  constructor(
    readonly branches: readonly Branch[],
    readonly gaps: Gaps,
  ) {
    for (const { above, kin } of branches) {
      this.row.push(above === undefined ? 0 : this.row[above]! + (kin === 'child' ? 1 : kin === 'parent' ? -1 : 0));
    }
  }

  hanging(i: number, kin: Kin): number[] {
    return this.branches.flatMap((branch, j) => (branch.above === i && branch.kin === kin ? [j] : []));
  }
  middle(block: Block, i: number): number {
    return block.left.get(i)! + this.branches[i]!.root;
  }
  stem(block: Block, i: number): number {
    return block.left.get(i)! + this.branches[i]!.stem;
  }
  centre(block: Block, list: number[]): number {
    return (this.stem(block, list[0]!) + this.stem(block, list.at(-1)!)) / 2;
  }

  /** A person with spouses alongside and, if wanted, children below. */
  around(i: number, children: boolean): Block {
    const { gaps, branches } = this;
    let block: Block = { left: new Map([[i, 0]]), edge: new Map([[this.row[i]!, [0, branches[i]!.w]]]) };
    const spouses = this.hanging(i, 'spouse');
    for (const spouse of spouses) {
      const side = this.whole(spouse, true, 'right');
      block = joined(block, moved(side, clearance(block, side, gaps.couple)));
    }
    const kids = children ? this.hanging(i, 'child') : [];
    if (!kids.length) return block;
    const parents = [i, ...spouses.slice(0, 1)];
    this.unions.push({ parents, children: kids });
    const familyGap = (kid: number) => (this.hanging(kid, 'child').length ? gaps.family : gaps.sibling);
    const below = sideBySide(kids.map((kid) => this.whole(kid, true, 'right')), Math.max(...kids.map(familyGap)));
    const over = (this.middle(block, i) + this.middle(block, parents.at(-1)!)) / 2;
    const placed = moved(below, over - this.centre(below, kids));
    return joined(block, moved(placed, escape(block, placed, gaps.sibling)));
  }
  /** A person with the whole subtree; siblings on one side. */
  whole(i: number, children: boolean, side: 'left' | 'right'): Block {
    const own = this.around(i, children);
    const parents = this.hanging(i, 'parent');
    if (!parents.length) return own;
    const siblings = parents.flatMap((parent) => this.hanging(parent, 'child'));
    const list = side === 'left' ? [...siblings, i] : [i, ...siblings];
    this.unions.push({ parents, children: list });
    const below = sideBySide(list.map((j) => (j === i ? own : this.whole(j, true, side))), this.gaps.sibling);
    const over = parents.map((parent, n) => this.whole(parent, false, n === 0 && parents.length > 1 ? 'left' : 'right'));
    return this.under(over, parents, below, this.centre(below, list));
  }
  /** A block below its parents, who have their own blocks; `at`: where their line comes down to it. */
  under(over: Block[], parents: number[], below: Block, at: number): Block {
    const { gaps } = this;
    if (over.length === 1) {
      const placed = moved(over[0]!, at - this.middle(over[0]!, parents[0]!));
      return joined(below, moved(placed, escape(below, placed, gaps.sibling)));
    }
    // Two parents: far enough apart for their own families and the block below, which is centred.
    const [a, b] = [over[0]!, sideBySide(over.slice(1), gaps.couple)];
    const both = this.middle(a, parents[0]!) + this.middle(b, parents.at(-1)!);
    const dx = Math.max(
      clearance(a, b, gaps.couple),
      2 * (clearance(a, below, gaps.family) + at) - both,
      2 * (clearance(below, b, gaps.family) - at) + both,
    );
    return joined(joined(a, moved(b, dx)), moved(below, (both + dx) / 2 - at));
  }
}

export function planTree(branches: readonly Branch[], gaps: Gaps): TreePlan {
  const planner = new Planner(branches, gaps), { row, unions } = planner;
  const roots = branches.flatMap((branch, i) => (branch.above === undefined ? [i] : []));
  if (!roots.length) return { boxes: [], lines: [], size: { w: 0, h: 0 } };
  const all = sideBySide(roots.map((root) => planner.whole(root, true, 'right')), gaps.family);

  const left = Math.min(...[...all.edge.values()].map(([l]) => l)), right = Math.max(...[...all.edge.values()].map(([, r]) => r));
  const top = new Map<number, number>();
  let y = 0;
  for (let r = Math.min(...row); r <= Math.max(...row); r++) {
    top.set(r, y);
    y += Math.max(...branches.map((branch, i) => (row[i] === r ? branch.h : 0))) + gaps.row;
  }
  const boxes = branches.map((branch, i) => ({ x: all.left.get(i)! - left, y: top.get(row[i]!)!, w: branch.w, h: branch.h }));
  return { boxes, lines: unions.flatMap((union) => linesOf(union, branches, boxes, gaps)), size: { w: right - left, h: y - gaps.row } };
}

function linesOf({ parents, children }: Union, branches: readonly Branch[], boxes: readonly Box[], gaps: Gaps): string[] {
  const first = boxes[parents[0]!]!, last = boxes[parents.at(-1)!]!;
  const from = (i: number) => boxes[i]!.x + branches[i]!.root;
  const middle = (from(parents[0]!) + from(parents.at(-1)!)) / 2;
  const ends = children.map((i) => boxes[i]!.x + branches[i]!.stem);
  const top = Math.min(...children.map((i) => boxes[i]!.y)), bus = top - gaps.row / 2;
  const alone = parents.length === 1;
  const start = alone ? first.y + first.h : first.y + Math.min(first.h, last.h) / 2;
  const lines = [`M${middle} ${start}V${bus}`];
  if (!alone) lines.push(`M${first.x + first.w} ${start}H${last.x}`);
  const l = Math.min(middle, ...ends), r = Math.max(middle, ...ends);
  if (r > l) lines.push(`M${l} ${bus}H${r}`);
  for (const x of ends) lines.push(`M${x} ${bus}V${top}`);
  return lines;
}
