// Looking back on a match: what it finds, that it says the same again and the same as the program, and that it yields.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/local_match';
import type { Review } from '../src/engine/types';
import { pointAt, SHOWN, spread } from '../src/parts/curve';
import { advance, newEngine, type SavedMatch, shown, speaker } from './helpers';

const engine = newEngine();
const english = speaker('en', ...engine.games.map((game) => game.id));
const bots = (game: string, seats: number) => ({
  game, options: {}, seats: Array.from({ length: seats }, (_, i) => ({ kind: 'bot' as const, level: 'paggio', name: `Bot ${i + 1}` })),
});
/** A match of pages, up to a number of decisions. */
function played(game: string, seats: number, most = Infinity): LocalMatch {
  const match = LocalMatch.start(engine, bots(game, seats), 31);
  advance(match, most);
  return match;
}
/** All of it at once; `meanwhile` is done at every rest. */
function looked(match: LocalMatch, ms = 1, meanwhile?: (part: number) => void): Review {
  const work = match.review(ms);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    meanwhile?.(step.value);
  }
}

describe('a whole match', () => {
  const match = played('signorie', 2);
  const { log } = JSON.parse(match.save()) as SavedMatch;
  const parts: number[] = [];
  const found = looked(match, 1, (part) => parts.push(part));

  test('chances add up, the winner is certain at the end', () => {
    expect(found.plies).toBe(match.ply);
    expect(found.points[0]!.ply).toBe(0);
    expect(found.points.at(-1)!.ply).toBe(match.ply);
    for (const { win } of found.points) expect(win.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 2);
    expect(found.points.at(-1)!.win.toSorted()).toEqual([0, 1]);
  });
  test('costly decisions name a better one, most first, some of each seat', () => {
    expect(found.costly.length).toBeGreaterThan(SHOWN); // a page is no duke
    for (const [i, { seat, played, better, cost, ply }] of found.costly.entries()) {
      expect(cost).toBeGreaterThan(0);
      if (i) expect(cost).toBeLessThanOrEqual(found.costly[i - 1]!.cost);
      expect(log[ply]![0]).toBe(seat);
      expect(better).not.toEqual(played);
      for (const msg of [played, better]) expect(english.say('signorie', msg, [])).not.toMatch(/^$|⟨/);
    }
    for (const seat of [0, 1]) expect(found.costly.filter((decision) => decision.seat === seat).length).toBeLessThanOrEqual(SHOWN);
    expect(found.costly.some(({ reasons }) => reasons.length)).toBe(true);
  });
  test('luck is of chance alone', () => {
    expect(found.lucky.length).toBeGreaterThan(2);
    for (const { ply, event } of found.lucky) {
      expect(log[ply]![0]).toBe('chance');
      expect(english.say('signorie', event, [])).not.toMatch(/^$|⟨/);
    }
  });
  test('it reports its progress, which never goes back', () => {
    expect(parts.length).toBeGreaterThan(match.ply);
    expect(parts.toSorted((a, b) => a - b)).toEqual(parts);
  });
  test('the table may be used while it rests, and it says the same again', () => {
    const other = LocalMatch.start(engine, bots('virtu', 2), 5);
    expect(looked(match, 1, () => other.view(0))).toEqual(found);
  });
  test('a record of a server, in whatever form, is enough', () => {
    const again = LocalMatch.load(newEngine(), JSON.stringify(JSON.parse(match.save())));
    expect(again.save()).toBe(match.save());
    expect(() => LocalMatch.load(engine, 'null')).toThrow();
  });
});

test.each(shown(engine).map(({ id, seats: [few, many] }) => [id, Math.min(Math.max(3, few), many)] as const))('%s for %i: the same as the program', (game, seats) => {
  const program = process.env['CASATA'];
  if (!program) throw new Error('CASATA must name the program');
  const match = played(game, seats, 70);
  const folder = mkdtempSync(join(tmpdir(), 'casata-review-'));
  try {
    const path = join(folder, 'match.json');
    writeFileSync(path, match.save());
    const told = JSON.parse(execFileSync(program, ['report', path, '--json', '--think', '2'], { encoding: 'utf8' }));
    const net = new URL(`../../data/${game}/net_${seats}.bin`, import.meta.url);
    if (existsSync(net)) engine.takeNet(game, seats, readFileSync(net)); // the program has it built in
    const found = looked(match, 2);
    const round = (list: number[]) => list.map((n) => Number(n.toFixed(4)));
    expect(found.points.map(({ ply, win, margin }) => ({ entries: ply, win: round(win), margin: round(margin) }))).toEqual(told.curve);
    expect(found.seats.map(({ choices, best }) => [choices, best])).toEqual(told.seats.map((seat: { decisions: number; best: number }) => [seat.decisions, seat.best]));
    for (const key of ['cost', 'luck'] as const) {
      expect(found.seats.map((seat) => Number(seat[key].toFixed(2)))).toEqual(told.seats.map((seat: Record<string, number>) => seat[key]));
    }
    const most = told.decisions.toSorted((a: { cost: number }, b: { cost: number }) => b.cost - a.cost)[0];
    expect(found.costly[0]!.ply + 1).toBe(most.entry);
    expect(found.costly[0]!.reasons).toEqual(most.terms);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('points of a curve', () => {
  const points = [0, 4, 9, 20].map((ply) => ({ ply, win: [], margin: [] }));
  expect(pointAt(points, 3).ply).toBe(0);
  expect(pointAt(points, 9).ply).toBe(9);
  expect(pointAt(points, 99).ply).toBe(20);
  expect(spread({ points, plies: 20 }, 3).map(({ ply }) => ply)).toEqual([0, 9, 20]);
  expect(spread({ points, plies: 20 }, 50).map(({ ply }) => ply)).toEqual([0, 4, 9, 20]);
});
