// Geometry and movement: pieces in slots, boards on the screen, what moved between two scenes.
import { describe, expect, test } from 'vitest';
import { arrange, type Box, type Spread, spots, spotsByKind } from '../src/board/layout';
import { moves } from '../src/board/moves';
import { LocalMatch } from '../src/engine/local_match';
import type { Piece, Scene } from '../src/engine/types';
import { advance, newEngine } from './helpers';

const inside = (a: Box, b: Box) => a.x >= b.x - 0.01 && a.y >= b.y - 0.01 && a.x + a.w <= b.x + b.w + 0.01 && a.y + a.h <= b.y + b.h + 0.01;
const apart = (a: Box, b: Box) => a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01;

describe('pieces in a slot', () => {
  const boxes: Box[] = [{ x: 10, y: 20, w: 100, h: 30 }, { x: 0, y: 0, w: 40, h: 40 }, { x: 5, y: 5, w: 20, h: 90 }];
  test.each<Spread>(['fixed', 'row', 'track', 'fan', 'stack', 'tree', 'under'])('%s stays inside', (layout) => {
    for (const tall of [1, 4 / 3, 0.5]) {
      for (const box of boxes) {
        for (let n = 1; n <= 12; n++) {
          const list = spots(layout, n, box, tall);
          expect(list.length).toBe(n);
          for (const { x, y, size } of list) expect(inside({ x, y, w: size, h: size * tall }, box)).toBe(true);
        }
      }
    }
  });
  test('a hand does not overlap, and its cards keep their size while they are played', () => {
    const box = { x: 0, y: 0, w: 205, h: 205 };
    const six = spots('fan', 6, box, 4 / 3).map(({ x, y, size }) => ({ x, y, w: size, h: (size * 4) / 3 }));
    six.forEach((a, i) => six.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    for (let n = 1; n < 6; n++) for (const spot of spots('fan', n, box, 4 / 3)) expect(spot.size).toBeCloseTo(six[0]!.w);
    expect(spots('fan', 9, box, 4 / 3)[0]!.size).toBeLessThan(six[0]!.w);
  });
  test('side by side does not overlap', () => {
    const list = spots('row', 7, boxes[0]!).map(({ x, y, size }) => ({ x, y, w: size, h: size }));
    list.forEach((a, i) => list.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
  test('one piece is centred and as large as it can be', () => {
    expect(spots('fixed', 1, { x: 0, y: 0, w: 100, h: 40 })).toEqual([{ x: 30, y: 0, size: 40 }]);
    expect(spots('fixed', 0, { x: 0, y: 0, w: 100, h: 40 })).toEqual([]);
  });
  test('under: the last piece is at the top, the others show their lower edges', () => {
    const box = { x: 0, y: 0, w: 40, h: 50 };
    expect(spots('under', 1, box)).toEqual([{ x: 0, y: 0, size: 40 }]);
    expect(spots('under', 2, box)).toEqual([{ x: 0, y: 10, size: 40 }, { x: 0, y: 0, size: 40 }]);
  });
  test('kinds with a place of their own lie there, the others in the slot', () => {
    const room = {
      x: 0, y: 0, w: 100, h: 40,
      parts: [{ x: 0, y: 0, w: 10, h: 10, kinds: ['flag'] }, { x: 60, y: 0, w: 40, h: 20, kinds: ['man', 'horse'], spread: 'row' as const }],
    };
    const list = spotsByKind('fixed', ['man', 'flag', 'stone', 'horse'], room);
    expect(list.map(({ x, y, size }) => [x, y, size])).toEqual([[60, 0, 20], [0, 0, 10], [30, 0, 40], [80, 0, 20]]);
  });
});

describe('boards on the screen', () => {
  const cases = [1, 2, 3, 5].flatMap((others) =>
    [[1018, 684], [1500, 900], [760, 700], [2200, 1300]].flatMap(([width, height]) =>
      [[1.58, 4], [1, 1], [0.7, 1.5], [2.5, 0.8]].map(([common, player]) => ({ width: width!, height: height!, common: common!, player: player!, others, headOwn: 36, headOther: 56, gap: 8 })),
    ),
  );
  test.each(cases)('$others others, $width×$height, aspects $common and $player', (wish) => {
    const { common, own, others } = arrange(wish);
    const all = [common, own, ...others];
    expect(others.length).toBe(wish.others);
    const screen = { x: 0, y: 0, w: wish.width, h: wish.height };
    for (const box of all) expect(inside(box, screen)).toBe(true);
    all.forEach((a, i) => all.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
    expect(common.w / common.h).toBeCloseTo(wish.common);
  });
  test.each(cases)('with a hand: $others others, $width×$height, aspects $common and $player', (wish) => {
    const { common, own, hand, others } = arrange({ ...wish, hand: 4 / 3 });
    const all = [common, own, hand!, ...others];
    for (const box of all) expect(inside(box, { x: 0, y: 0, w: wish.width, h: wish.height })).toBe(true);
    all.forEach((a, i) => all.slice(i + 1).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
  test('another position on the same screen is not arranged again', () => {
    expect(arrange({ ...cases[0]! })).toBe(arrange({ ...cases[0]! }));
    expect(arrange(cases[1]!)).not.toEqual(arrange(cases[0]!));
  });
  test('the usual window shows the common board large, and cards that can be read', () => {
    const { own, hand } = arrange({ ...cases.find((c) => c.others === 3 && c.width === 1018 && c.common === 1.58)!, hand: 4 / 3 });
    expect(own.w).toBeGreaterThan(620);
    expect(spots('fan', 6, hand!, 4 / 3)[0]!.size).toBeGreaterThan(50);
  });
  test('the usual window shows the common board large', () => {
    const { common, own } = arrange(cases.find((c) => c.others === 3 && c.width === 1018 && c.common === 1.58)!);
    expect(common.w).toBeGreaterThan(620);
    expect(own.w).toBeGreaterThan(620);
  });
});

describe('what moved', () => {
  const slots = ['a', 'b', 'c', 'p0.r', 'p1.r'].map((name) => ({ name }));
  const scene = (...pieces: Partial<Piece>[]): Scene =>
    ({ slots, pieces: pieces.map((p, i) => ({ id: i, kind: 'man', seat: 0, count: 1, slot: 0, ...p })), families: [] }) as unknown as Scene;
  test('nothing', () => {
    expect(moves(scene({ slot: 0 }, { slot: 1 }), scene({ slot: 0 }, { slot: 1 }))).toEqual([]);
  });
  test('one of several alike pieces, whatever their ids', () => {
    const before = scene({ slot: 0 }, { slot: 1 }), after = scene({ slot: 1 }, { slot: 2 });
    expect(moves(before, after)).toEqual([{ from: 'a', to: 'c', piece: 1 }]);
  });
  test('out of a pile', () => {
    expect(moves(scene({ slot: 3, count: 4 }), scene({ slot: 3, count: 3 }, { slot: 0 }))).toEqual([{ from: 'p0.r', to: 'a', piece: 1 }]);
    expect(moves(scene({ slot: 3, count: 2 }, { slot: 0 }), scene({ slot: 3, count: 3 }))).toEqual([{ from: 'a', to: 'p0.r', piece: 0 }]);
  });
  test('owners do not mix where both moved', () => {
    const before = scene({ slot: 3, seat: 0 }, { slot: 4, seat: 1 }), after = scene({ slot: 1, seat: 1 }, { slot: 2, seat: 0 });
    expect(moves(before, after)).toEqual([{ from: 'p1.r', to: 'b', piece: 0 }, { from: 'p0.r', to: 'c', piece: 1 }]);
  });
  test('a piece that changes hands or turns comes from where its kind lay', () => {
    expect(moves(scene({ slot: 0, seat: -1, count: 9 }), scene({ slot: 0, seat: -1, count: 8 }, { slot: 3, seat: 0 }))).toEqual([{ from: 'a', to: 'p0.r', piece: 1 }]);
    expect(moves(scene({ slot: 0, value: 3 }), scene({ slot: 0, value: 5 }))).toEqual([]);
  });
  test('a new piece comes from nowhere', () => {
    expect(moves(scene(), scene({ slot: 1 }))).toEqual([{ to: 'b', piece: 0 }]);
  });
  test('in a real match a die goes from the common board to the own one', () => {
    const match = LocalMatch.start(newEngine(), { game: 'signorie', seats: [{ kind: 'human', name: '' }, { kind: 'bot', level: 'paggio', name: '' }], options: {} }, 2);
    advance(match);
    const before = match.view();
    const take = before.scene.choices.find((choice) => choice.action.startsWith('take red'))!;
    match.play(before.viewer, take.action);
    const found = moves(before.scene, match.view().scene).filter((move) => move.to.includes('die.red'));
    expect(found.map(({ from, to }) => [from, to])).toEqual([['area.red', `p${before.viewer}.die.red`]]);
  });
});
