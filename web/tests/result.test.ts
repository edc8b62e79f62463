// The result of a game: places and what decided it.
import { describe, expect, test } from 'vitest';
import type { Scores } from '../src/engine/types';
import { decidedBy, placesOf } from '../src/table/result';

const scores = (now: number[][], ranks: number[], out = ranks.map(() => false), resigned = ranks.map(() => -1)): Scores => ({ parts: ['a', 'b', 'c'], now, projected: now, ranks, resigned, out, out_projected: out });

describe('the result', () => {
  test('has places by rank, those who are out last', () => {
    const places = placesOf(scores([[1, 2, 3], [90, 0, 0], [4, 4, 4]], [2, 3, 1], [false, true, false]));
    expect(places.map(({ seat, points, out }) => [seat, points, out])).toEqual([[2, 12, false], [0, 6, false], [1, 90, true]]);
  });
  test('says what decided it, the largest differences first', () => {
    expect(decidedBy(scores([[10, 0, 5], [2, 6, 5]], [1, 2]))).toEqual({ first: 0, second: 1, lead: 2, more: [{ part: 'a', by: 8 }], less: [{ part: 'b', by: 6 }] });
  });
  test('says what anybody else lacked, too', () => {
    const three = scores([[10, 0, 5], [2, 6, 5], [1, 0, 6]], [1, 2, 3]);
    expect(decidedBy(three, 2)).toEqual({ first: 0, second: 2, lead: 8, more: [{ part: 'a', by: 9 }], less: [{ part: 'c', by: 1 }] });
    expect(decidedBy(three, 6)).toBeUndefined(); // a spectator
  });
  test('a tie break leaves no lead', () => expect(decidedBy(scores([[1, 2, 3], [3, 2, 1]], [2, 1]))?.lead).toBe(0));
  test.each([
    ['alone', scores([[1, 2, 3]], [1])],
    ['nobody wins', scores([[1, 0, 0], [2, 0, 0]], [2, 2], [true, true])],
    ['a shared first place', scores([[1, 0, 0], [1, 0, 0]], [1, 1])],
    ['all others have resigned', scores([[1, 0, 0], [9, 0, 0]], [1, 2], undefined, [-1, 40])],
    ['all others are out', scores([[1, 0, 0], [9, 0, 0]], [1, 2], [false, true])],
  ])('nothing to compare: %s', (_, result) => expect(decidedBy(result)).toBeUndefined());
});
