// The story of a match: turns, rounds, like events as one line, captions. With real games in every language.
import { describe, expect, test } from 'vitest';
import type { LogEntry, Msg } from '../src/engine/types';
import { LocalMatch } from '../src/engine/local_match';
import { captionOf, linesOf, roundsOf, sinceTurnOf, type Turn, turnsOf, type Voice, withoutName } from '../src/table/turns';
import { advance, langs, newEngine, shown, speaker } from './helpers';

const names = ['Ada', 'Bo', 'Cy'];
const event = (id: string, ...args: NonNullable<Msg['args']>): Msg => ({ id, args });
const voice: Voice = {
  names,
  say: ({ id, args = [] }) => `${args.map((arg) => (typeof arg === 'number' ? arg : 'seat' in arg ? names[arg.seat] : `${arg.n ?? ''}${arg.word}`)).join(' ')} ${id}.`,
  arg: (arg) => (typeof arg === 'object' && 'word' in arg ? arg.word : String(arg)),
  also: (text, others) => `${text} +${others.join('+')}`,
  times: (text, n) => `${text} x${n}`,
};
let length = 0;
const entry = (seat: LogEntry['seat'], turn: number, ...events: Msg[]): LogEntry => ({ ply: ++length, seat, turn, events });

describe('turns', () => {
  length = 0;
  const log = [
    entry(0, 1, event('take', { seat: 0 })), // 1
    entry('chance', 1, event('roll')), // 2
    entry(0, 1, event('use', { seat: 0 })), // 3
    entry(1, 2, event('take', { seat: 1 })), // 4
    entry(1, 3, event('take', { seat: 1 }), event('round', 2), event('order', { seat: 2 })), // 5
    entry(2, 4, event('take', { seat: 2 })), // 6
  ];
  const turns = turnsOf(log, 'round');
  test('are those of one seat and one number, with the draws after them; a round begins one', () => {
    expect(turns.map(({ seat, from, to, round }) => [seat, from, to, round?.args?.[0]])).toEqual([
      [0, 0, 3, undefined], [1, 3, 4, undefined], [1, 4, 5, undefined], ['chance', 5, 5, 2], [2, 5, 6, undefined],
    ]);
  });
  test('have all lines in order, each with the seat that it concerns', () => {
    expect(turns.flatMap((turn) => linesOf(turn, voice)).map(({ ply, seat, text }) => [ply, seat, text])).toEqual([
      [1, 0, 'Ada take.'], [2, undefined, ' roll.'], [3, 0, 'Ada use.'], [4, 1, 'Bo take.'], [5, 1, 'Bo take.'], [5, 2, 'Cy order.'], [6, 2, 'Cy take.'],
    ]);
    const keys = turns.flatMap((turn) => linesOf(turn, voice)).map((line) => line.key);
    expect(roundsOf(log, 'round')).toEqual([{ ply: 5, n: 2 }]);
    expect(keys.length).toBe(7);
  });
  test('since a turn of mine, also in the middle of the next', () => {
    expect(sinceTurnOf(log, 0).map((e) => e.ply)).toEqual([4, 5, 6]);
    expect(sinceTurnOf(log, 1).map((e) => e.ply)).toEqual([6]);
    expect(sinceTurnOf([], 0)).toEqual([]);
  });
});

describe('like events are one line', () => {
  const texts = (...events: Msg[]) => {
    length = 0;
    return linesOf(turnsOf([entry(0, 1, ...events)])[0]!, voice).map((line) => line.text);
  };
  const [ada, bo] = [{ seat: 0 }, { seat: 1 }];
  test('counts add up', () => expect(texts(event('pays', ada, { word: 'unit.a', n: 2 }), event('pays', ada, { word: 'unit.a', n: 3 }))).toEqual(['Ada 5unit.a pays.']));
  test('of places along a way the last counts', () => expect(texts(event('rises', ada, 4), event('rises', ada, 5), event('rises', ada, 6))).toEqual(['Ada 6 rises.']));
  test('the same count again adds up too', () => expect(texts(event('pays', ada, { word: 'unit.a', n: 2 }), event('pays', ada, { word: 'unit.a', n: 2 }))).toEqual(['Ada 4unit.a pays.']));
  test('a second one that starts below is another one', () => {
    expect(texts(event('rises', ada, 1), event('rises', ada, 2), event('rises', ada, 1))).toEqual(['Ada 2 rises.', 'Ada 1 rises.']);
    expect(texts(event('rises', ada, 1), event('rises', ada, 1), event('rises', ada, 2), event('rises', ada, 3))).toEqual(['Ada 1 rises. x2', 'Ada 3 rises.']);
  });
  test('other things are named with the first', () => expect(texts(event('takes', ada, { word: 'x' }), event('takes', ada, { word: 'y' }), event('takes', ada, { word: 'z' }))).toEqual(['Ada x takes. +y+z']));
  test('the same again is counted', () => expect(texts(event('draws', ada), event('draws', ada))).toEqual(['Ada draws. x2']));
  test('of others not', () => expect(texts(event('draws', ada), event('draws', bo))).toEqual(['Ada draws.', 'Bo draws.']));
});

test('a name in front is left out only where a sentence remains', () => {
  expect(withoutName('Bo takes a die.', 'Bo')).toBe('takes a die.');
  expect(withoutName('Bo: +2 Income.', 'Bo')).toBe('+2 Income.');
  expect(withoutName('Bo-nak jár.', 'Bo')).toBe('Bo-nak jár.');
  expect(withoutName('Born to Bo: son.', 'Bo')).toBe('Born to Bo: son.');
});

const engine = newEngine();
describe.each(shown(engine).map(({ id }) => id))('a whole game of %s', (game) => {
  const seats = names.map((name) => ({ kind: 'bot' as const, level: 'paggio', name }));
  const match = LocalMatch.start(engine, { game, seats, options: {} }, 5);
  advance(match);
  const log = match.story(6);
  const { round } = engine.game(game);
  const turns: Turn[] = turnsOf(log, round);
  test('has rounds that count up, and every entry in one turn', () => {
    const numbers = roundsOf(log, round).map(({ n }) => n);
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
    expect(turns.filter((turn) => turn.round).length).toBe(numbers.length);
    const events = (entries: readonly LogEntry[]) => entries.flatMap((e) => e.events).length;
    expect(turns.reduce((sum, turn) => sum + events(turn.entries), 0) + numbers.length).toBe(events(log));
    for (const [i, turn] of turns.entries()) expect(turn.from).toBe(turns[i - 1]?.to ?? 0);
  });
  test.each(langs)('has a caption for every turn in %s', (lang) => {
    const s = speaker(lang, game);
    const spoken: Voice = { ...voice, say: (msg) => s.say(game, msg, names), arg: (arg) => s.arg(game, arg, names), also: (text, others) => `${text} (${others})` };
    const captions = turns.filter((turn) => turn.seat !== 'chance').map((turn) => captionOf(turn, spoken));
    expect(captions.filter((text) => /\{\d|undefined/.test(text))).toEqual([]);
    const told = captions.filter(Boolean);
    expect(told.length).toBeGreaterThan(captions.length * 0.8);
    const lengths = told.map((text) => text.length).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThan(130);
    expect(s.has(`web.round.${game}`)).toBe(true);
  });
});
