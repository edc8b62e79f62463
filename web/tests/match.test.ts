// Local matches: log, undo, replay, match files, links.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SPECTATOR } from '../src/engine/engine';
import { LocalMatch, MatchError } from '../src/engine/local_match';
import { pack, unpack } from '../src/engine/share';
import { advance, hurried, newEngine, speaker } from './helpers';

const engine = newEngine();
const english = speaker('en', 'signorie');
const setup = (people = 1, n = 3) => ({
  game: 'signorie',
  seats: Array.from({ length: n }, (_, i) =>
    i < people ? { kind: 'human' as const, name: `P${i}` } : { kind: 'bot' as const, level: 'paggio', name: '' },
  ),
  options: {},
});
/** Plays by a fixed choice to the given length of the log, or to the end. */
function play(match: LocalMatch, plies = Infinity): void {
  advance(match);
  for (let i = 0; match.ply < plies && !match.over; i++) {
    const view = match.view();
    match.play(view.viewer, view.scene.choices[i % view.scene.choices.length]!.action);
    advance(match);
  }
}
/** The engine's message about a match file; empty: no error. */
const problem = (text: string): string => {
  try {
    LocalMatch.load(engine, text).close();
    return '';
  } catch (error) {
    if (!(error instanceof MatchError)) return String(error);
    expect(error.id).toBe('web.error.match_file');
    return error.detail;
  }
};

test('games and levels', () => {
  expect(engine.games.map((game) => game.id)).toContain('signorie');
  expect(engine.levels.length).toBeGreaterThan(1);
  const start = (game: string, seats: number, options = {}) => LocalMatch.start(engine, { ...setup(1, seats), game, options }, 1);
  expect(() => start('signorie', 9)).toThrow();
  expect(() => start('signorie', 3, { boards: 'nonsense' })).toThrow();
  expect(() => start('legacy', 2, { solo: 'testament' })).toThrow('"solo" is not for 2 seats');
  expect(() => start('chess', 2)).toThrow();
});

describe('a match', () => {
  test('goes from the first decision to the end', () => {
    const match = LocalMatch.start(engine, setup(), 5);
    play(match);
    const view = match.view();
    expect(view.over).toBe(true);
    expect(view.scene.choices).toEqual([]);
    expect(view.scores.ranks.toSorted()).toEqual([1, 2, 3]);
    expect(() => match.play(0, 'pass')).toThrow();
  });
  test('shows only the choices of the person who decides', () => {
    const match = LocalMatch.start(engine, setup(), 6);
    advance(match);
    expect(match.view().scene.choices.length).toBeGreaterThan(1);
    expect(match.view(SPECTATOR).scene.choices).toEqual([]);
    expect(match.view(1).scene.choices).toEqual([]);
  });
  test('refuses what is not legal and stays as it was', () => {
    const match = LocalMatch.start(engine, setup(), 6);
    advance(match);
    const before = match.save();
    for (const action of ['', 'nonsense', 'signoria', 'take yellow 9']) expect(() => match.play(0, action)).toThrow();
    expect(() => match.play(1, 'pass')).toThrow();
    expect(() => match.play(9, 'pass')).toThrow();
    expect(match.save()).toBe(before);
  });
  test('undo goes back step by step, and only to where nothing was revealed', () => {
    const match = LocalMatch.start(engine, setup(), 7);
    advance(match);
    const start = match.ply, before = match.view();
    expect(before.undo).toEqual([]);
    const take = before.scene.choices.find((choice) => choice.action.startsWith('take'))!;
    match.play(before.viewer, take.action);
    const middle = match.view();
    expect(middle.undo).toEqual([start]);
    match.undo(start);
    expect(match.view()).toEqual(before);
    expect(JSON.parse(match.save()).log.length).toBe(start);
    expect(() => match.undo(start + 1)).toThrow();
  });
  test('the position after n entries is the one that was there', () => {
    const match = LocalMatch.start(engine, setup(), 8);
    const seen: unknown[] = [];
    advance(match);
    for (let i = 0; i < 12; i++) {
      seen.push([match.ply, match.view().scene]);
      match.play(match.viewer(), match.view().scene.choices.at(-1)!.action);
      advance(match);
    }
    for (const [ply, scene] of seen as [number, unknown][]) expect(match.viewAt(ply, 0).scene).toEqual(scene);
  });
  test('the story has every entry once', () => {
    const match = LocalMatch.start(engine, setup(), 9);
    play(match, 150);
    const whole = match.story(0);
    expect(whole.map((entry) => entry.ply)).toEqual(Array.from({ length: match.ply }, (_, i) => i + 1));
    expect(match.story(0, 100)).toEqual(whole.slice(100));
    expect(whole.flatMap((entry) => entry.events).length).toBeGreaterThan(100);
  });
  test('two people at one screen look in turn', () => {
    const match = LocalMatch.start(engine, setup(2, 2), 10);
    advance(match);
    const seen = new Set<number>();
    for (let i = 0; i < 30; i++) {
      const view = match.view();
      seen.add(view.viewer);
      expect(view.toAct).toContain(view.viewer);
      match.play(view.viewer, view.scene.choices.at(-1)!.action);
      advance(match);
    }
    expect(seen).toEqual(new Set([0, 1]));
  });
  test('advice is the three best choices with their reasons, best first', () => {
    const match = LocalMatch.start(engine, setup(), 11);
    advance(match);
    const choices = match.view().scene.choices.map((choice) => choice.action);
    const advice = hurried(match.advise(5));
    expect(advice.length).toBe(3);
    for (const line of advice) {
      expect(choices).toContain(line.action);
      for (const reason of line.reasons) expect(english.has(`signorie.term.${reason.term}`)).toBe(true);
    }
    expect(advice.flatMap((line) => line.reasons).length).toBeGreaterThan(0);
    expect(advice.map((line) => line.value)).toEqual(advice.map((line) => line.value).toSorted((a, b) => b - a));
  });
  test('passing ends the turn, taking a die does not', () => {
    const match = LocalMatch.start(engine, setup(), 12);
    advance(match);
    expect(match.endsTurn('pass')).toBe(true);
    expect(match.endsTurn(match.view().scene.choices.find((c) => c.action.startsWith('take'))!.action)).toBe(false);
  });
});

describe('thinking', () => {
  test('rests while a strong bot thinks, and the table may be used meanwhile', () => {
    const strong = { ...setup(0), seats: setup(0).seats.map((seat) => ({ ...seat, level: 'cavaliere' })) };
    const match = LocalMatch.start(engine, strong, 21);
    const other = LocalMatch.start(engine, setup(), 22);
    let rests = 0;
    for (let i = 0; i < 60; i++) {
      const work = match.advance();
      for (let step = work.next(); ; step = work.next()) {
        if (step.done) break;
        rests++;
        other.view(); // another match
      }
    }
    expect(rests).toBeGreaterThan(10);
    expect(LocalMatch.load(engine, match.save()).ply).toBe(match.ply);
  });
});

describe('match files', () => {
  const match = LocalMatch.start(engine, setup(), 13);
  play(match, 120);
  const text = match.save();
  test('come back as they were', () => {
    const copy = LocalMatch.load(engine, text);
    expect(copy.save()).toBe(text);
    expect(copy.view()).toEqual(match.view());
    play(copy);
    expect(copy.view().over).toBe(true);
  });
  test('have an entry a line', () => {
    expect(text.split('\n').length).toBe(match.ply + match.setup.seats.length + 12);
    expect(JSON.parse(text).snapshot.ply).toBe(match.ply);
  });
  const change = (edit: (file: Record<string, any>) => void) => {
    const file = JSON.parse(text);
    edit(file);
    return JSON.stringify(file);
  };
  test.each([
    ['no JSON', 'hello', 'not JSON: line 1, column 1: a value is needed'],
    ['something else', '{"a":1}', 'not a match file: "casata_match" is missing'],
    ['nothing', 'null', 'not JSON: line 1, column 1: an object or a list is needed'],
    ['another game', change((f) => (f['game'] = 'go')), 'game: there is no game "go"'],
    ['no version of the rules', change((f) => delete f['rules_version']), 'rules_version: a whole number from 1 is needed'],
    ['a start that is no position', change((f) => (f['start'] = {})), 'start: "game" is missing'],
    ['a key that it does not know', change((f) => (f['note'] = 'x')), 'unknown key "note"'],
    ['a snapshot that is not where the log leads', change((f) => f['snapshot'].position.players[0].florins++), 'snapshot.position: is not the position after the log'],
    ['a broken entry', change((f) => (f['log'][40] = null)), 'log entry 41: [seat or "chance", "action", "hash"] is needed'],
  ])('refuse %s', (_, bad, verdict) => expect(problem(bad)).toBe(verdict));
  test('open with names as long as the page takes them', () => {
    const name = '将'.repeat(24);
    const copy = LocalMatch.load(engine, change((f) => (f['seats'][0].name = name)));
    expect(copy.setup.seats[0]!.name).toBe(name);
    expect(JSON.parse(copy.save()).seats[0].name).toBe(name);
  });
});

describe('matches that begin at a position', () => {
  // A position in the middle of a match, edited: somebody has more money.
  const whole = LocalMatch.start(engine, setup(), 21);
  play(whole, 90);
  const position = JSON.parse(whole.save()).snapshot.position;
  position.players[0].florins += 3;
  const file = JSON.parse(whole.save());
  const text = JSON.stringify({ ...file, start: position, log: [], snapshot: { ply: 0, position } });

  test('are played, saved and read again', () => {
    const match = LocalMatch.load(engine, text);
    expect(match.ply).toBe(0);
    expect(JSON.parse(match.save()).start).toEqual(position);
    play(match);
    expect(match.view().over).toBe(true);
    const again = LocalMatch.load(engine, match.save());
    expect(again.save()).toBe(match.save());
    expect(again.viewAt(0, 0)).toEqual(LocalMatch.load(engine, text).viewAt(0, 0));
    expect(again.story(0).length).toBe(match.ply);
    again.undo(0);
    expect(JSON.parse(again.save()).snapshot.position).toEqual(position);
  });
  test('fit into a link', async () => {
    const match = LocalMatch.load(engine, text);
    play(match, 20);
    expect((await unpack(engine, await pack(match))).save()).toBe(match.save());
  });
  test('are what the program replays', () => {
    const match = LocalMatch.load(engine, text);
    play(match, 30);
    const folder = mkdtempSync(join(tmpdir(), 'casata-match-'));
    writeFileSync(join(folder, 'match.json'), match.save());
    const told = execFileSync(process.env['CASATA'] ?? '../build/casata', ['replay', join(folder, 'match.json')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(told).toContain(`${match.ply} `);
  });
  test('and one of older rules goes on from its snapshot', () => {
    const newer = LocalMatch.start(engine, { ...setup(), game: 'virtu' }, 22);
    play(newer, 60);
    const file = JSON.parse(newer.save());
    const older = LocalMatch.load(engine, JSON.stringify({ ...file, rules_version: file.rules_version - 1, edition: '0'.repeat(16) }));
    expect(older.ply).toBe(0);
    const saved = JSON.parse(older.save());
    expect(saved.past).toEqual(file.log.map((entry: unknown[]) => entry.slice(0, 2)));
    expect(saved.start).toEqual(file.snapshot.position);
    expect(LocalMatch.load(engine, older.save()).save()).toBe(older.save());
    play(older, 20);
    expect(older.ply).toBeGreaterThanOrEqual(20);
  });
});

describe('links', () => {
  test('hold a whole match in a short text', async () => {
    const match = LocalMatch.start(engine, setup(), 14);
    play(match);
    const link = await pack(match);
    expect(link).toMatch(/^[\w-]+$/);
    expect(link.length).toBeLessThan(8000);
    expect((await unpack(engine, link)).save()).toBe(match.save());
  });
  test('of earlier versions of the page open', async () => {
    const match = LocalMatch.start(engine, setup(), 15);
    play(match, 60);
    const { rules_version: version, edition, log } = JSON.parse(match.save());
    const old = { setup: setup(), version, edition, log: log.map((entry: unknown[]) => entry.slice(0, 2)) }; // no options: the defaults
    const link = deflateRawSync(JSON.stringify(old)).toString('base64url');
    expect((await unpack(engine, link)).save()).toBe(match.save());
  });
  test.each(['', 'abc', '%%%'])('refuse %j', async (bad) => {
    await expect(unpack(engine, bad)).rejects.toThrow(MatchError);
  });
  test.each([null, 7, 'text', [], {}, { setup: null }, { setup: 7 }, { setup: { game: null } }])('refuse %j, which is no match', async (value) => {
    const link = deflateRawSync(JSON.stringify(value)).toString('base64url');
    await expect(unpack(engine, link)).rejects.toMatchObject({ id: 'web.error.link' });
  });
});
