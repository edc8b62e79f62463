// Sentences that the engine makes in the browser: the same as the program's.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/local_match';
import type { Msg } from '../src/engine/types';
import { Speaker } from '../src/text/speaker';
import { hurried, langs, newEngine, speaker } from './helpers';

describe('sentences', () => {
  const s = speaker('en', 'signorie');
  test('a missing text shows its id', () => {
    expect(s.say('signorie', { id: 'nope' }, [])).toBe('⟨signorie.nope⟩');
    expect(s.ui('web.nope')).toBe('⟨web.nope⟩');
    expect(s.say('signorie', undefined, [])).toBe('');
  });
  test('names, numbers and texts that are odd', () => {
    expect(s.arg('signorie', { seat: 1 }, ['Anna', 'Béla "B" \\ 😀'])).toBe('Béla "B" \\ 😀');
    expect(s.arg('signorie', { seat: 2 }, ['Anna'])).toBe('C');
    expect(s.arg('signorie', -12, [])).toBe('−12');
    expect(s.ui('web.error.other', ['x'.repeat(3000)])).toContain('x'.repeat(3000));
    expect(s.ui('web.error.other', [0.5])).toContain('0.5');
  });
  test('the reasons of a hint are points', () => {
    const reasons = [{ term: 'florins', value: -7.5 }, { term: 'helpers', value: 17.12 }, { term: 'careers', value: 1.4 }];
    expect(s.reasons('signorie', reasons)).toBe('worth about 17 points from helpers, 1 from careers, costs 8 in florins');
    expect(speaker('pl', 'signorie').reasons('signorie', reasons)).toBe('daje około 17 punktów za Pomocników, 1 za Kariery, odbiera 8 za Floreny');
    expect(s.reasons('signorie', [{ term: 'florins', value: -1 }])).toBe('costs about 1 point in florins');
    expect(s.reasons('signorie', [])).toBe('');
    expect(() => s.reasons('signorie', [{ term: 'nope', value: 1 }])).toThrow('not one');
  });
  test('an engine has one language at a time', () => {
    const { door } = newEngine();
    const give = (lang: string) => door.give(readFileSync(new URL(`../gen/po/${lang}.web.mo`, import.meta.url)), { cmd: 'words', lang });
    expect(new Speaker('en', door).has('web.error.other')).toBe(false);
    give('en');
    expect(new Speaker('en', door).has('web.error.other')).toBe(true);
    give('pl');
    expect(new Speaker('pl', door).has('web.error.other')).toBe(true);
    expect(new Speaker('en', door).has('web.error.other')).toBe(false);
    expect(() => door.give(new Uint8Array(100), { cmd: 'words', lang: 'pl' })).toThrow('not a catalogue');
  });
});

// The program says every choice and every event of a game; so does the client.
const casata = [process.env['CASATA'], '../build/casata'].find((path) => path && existsSync(path));
describe.skipIf(!casata)('the program', () => {
  test.each(langs)('says the same in %s', (lang) => {
    const s = speaker(lang, 'signorie');
    const ask: object[] = [{ cmd: 'new', game: 'signorie', seats: 3, seed: 11 }];
    for (let i = 0; i < 60; i++) ask.push({ cmd: 'legal', lang }, { cmd: 'view', seat: 0, lang }, { cmd: 'bot', level: 'scudiero', lang });
    ask.push({ cmd: 'quit' });
    const run = spawnSync(casata!, ['engine'], { input: ask.map((line) => JSON.stringify(line)).join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 26 });
    const replies = run.stdout.trim().split('\n').map((line) => JSON.parse(line));
    let said = 0;
    for (const reply of replies) {
      for (const event of (reply.events ?? []) as (Msg & { text: string })[]) {
        expect(s.say('signorie', event, [])).toBe(event.text);
        said++;
      }
      const view = reply.view as { prompt: Msg } | undefined;
      if (view?.prompt) {
        expect(s.say('signorie', view.prompt, [])).toBe(reply.prompt);
        said++;
      }
    }
    expect(said).toBeGreaterThan(100);
  });

  test('a match file of the client replays', () => {
    const engine = newEngine();
    const seats = [1, 2, 3].map((n) => ({ kind: 'bot' as const, level: 'scudiero', name: `B${n} "é"` }));
    const match = LocalMatch.start(engine, { game: 'signorie', seats, options: { boards: 'in_order' } }, 3);
    while (hurried(match.advance()));
    const text = match.save();
    const folder = mkdtempSync(join(tmpdir(), 'casata-'));
    const path = join(folder, 'match.json');
    writeFileSync(path, text);
    expect(execFileSync(casata!, ['replay', path], { encoding: 'utf8' })).toBeTruthy();
    rmSync(folder, { recursive: true });
    // And the program writes it in the same form.
    const saved = spawnSync(casata!, ['engine'], { input: `{"cmd":"load","match":${text.replaceAll('\n', '')}}\n{"cmd":"save"}\n`, encoding: 'utf8' });
    const [, reply] = saved.stdout.trim().split('\n').map((line) => JSON.parse(line));
    expect(reply.match).toEqual(JSON.parse(text));
  });
});
