import { describe, expect, test } from 'vitest';
import type { Choice, Slot } from '../src/engine/types';
import { byTouch, rowsOf } from '../src/table/groups';

const choice = (name: string, verb: string, more: Partial<Choice> = {}): Choice => ({ action: `${verb} ${name}`, text: { id: verb }, ...more });
const nameOf = ({ action }: Choice) => action.split(' ')[1]!;
const texts: Record<string, string> = {
  a1: 'Play card 15 in region 1', a2: 'Play card 15 in region 2', b1: 'Play card 22 in region 1', a3: 'Hire with card 15', pass: 'Pass',
  t1: 'Training (1 woman) now', t2: 'Training (2 women) now', x1: 'Alpha', x2: 'Beta',
};
const say = (one: Choice) => texts[nameOf(one)]!;
const family = { name: 'regions', layout: 'fixed' as const };
const slots = Array.from({ length: 10 }, (_, i): Slot => ({ name: `region.${i}`, place: `region.${i}`, seat: -1, family }));
const a1 = choice('a1', 'play', { piece: 4, slot: 1 }), a2 = choice('a2', 'play', { piece: 4, slot: 2 }), a3 = choice('a3', 'hire', { piece: 4, slot: 9 });
const b1 = choice('b1', 'play', { piece: 5, slot: 1 }), pass = choice('pass', 'pass');

describe('choices by what they touch', () => {
  test('those of one piece stand together, and what touches nothing comes last', () => {
    expect(byTouch([pass, a1, b1, a2, a3]).map(nameOf)).toEqual(['a1', 'a2', 'a3', 'b1', 'pass']);
  });
  test('like sentences become one row with the words that differ', () => {
    const rows = rowsOf(byTouch([a1, b1, a2, a3, pass]), slots, say);
    expect(rows.map(({ lead, choices }) => [lead, choices.map(({ text }) => text)])).toEqual([
      ['Play card 15 in region ', ['1', '2']],
      ['', ['Hire with card 15']],
      ['', ['Play card 22 in region 1']],
      ['', ['Pass']],
    ]);
  });
  test('no word of a sentence is lost', () => {
    const list = [choice('t1', 'train', { slot: 3 }), choice('t2', 'train', { slot: 3 })];
    const [row] = rowsOf(list, slots, say);
    expect(row!.choices.map(({ text }) => row!.lead + text)).toEqual([texts['t1'], texts['t2']]);
    expect(row!.lead).toBe('Training ');
  });
  test('what is done counts, not which of its messages says so', () => {
    const rows = rowsOf([choice('t1', 'train', { slot: 3 }), choice('t2', 'train', { slot: 3, text: { id: 'train_more' } })], slots, say);
    expect(rows.map(({ lead }) => lead)).toEqual(['Training ']);
  });
  test('sentences without a common beginning stay as they are', () => {
    const rows = rowsOf([choice('x1', 'x', { slot: 1 }), choice('x2', 'x', { slot: 1 })], slots, say);
    expect(rows.map(({ choices }) => choices.map(({ text }) => text))).toEqual([['Alpha'], ['Beta']]);
  });
});
