// The formatter: the same sentences as the program (casata_say).
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/match';
import type { Msg } from '../src/engine/types';
import { pluralForm, Speaker } from '../src/text/say';
import { file, hurried, langs, newEngine, speaker } from './helpers';

describe('templates', () => {
  const s = new Speaker('en', {
    'g.pay': '{0} pays {1}.',
    'g.unit.florin': ['{n} Florin', '{n} Florins'],
    'g.house.Este': 'Este',
    'g.left': ['{0} is left', '{0} are left'],
    'g.odd': 'a {x} b {9} {0}{1}',
    'ui.n': ['{0} step by {1}', '{0} steps by {1}'],
  });
  test('arguments', () => {
    expect(s.say('g', { id: 'pay', args: [{ seat: 1 }, { word: 'unit.florin', n: 1 }] }, ['Anna', 'Béla'])).toBe('Béla pays 1 Florin.');
    expect(s.say('g', { id: 'pay', args: [{ seat: 2 }, { word: 'unit.florin', n: 5 }] }, ['Anna'])).toBe('C pays 5 Florins.');
    expect(s.arg('g', { word: 'house.Este' }, [])).toBe('Este');
  });
  test('plural by the first number', () => {
    expect(s.say('g', { id: 'left', args: [1] }, [])).toBe('1 is left');
    expect(s.say('g', { id: 'left', args: [{ seat: 0 }, 3] }, ['X'])).toBe('X are left');
    expect(s.ui('ui.n', [2, 'Anna'])).toBe('2 steps by Anna');
    expect(s.ui('ui.n', ['Anna', 1])).toBe('Anna step by 1');
  });
  test('what is no placeholder stays, what has no argument is empty', () => {
    expect(s.say('g', { id: 'odd', args: [7] }, [])).toBe('a {x} b {9} 7');
  });
  test('a missing text shows its id', () => {
    expect(s.say('g', { id: 'nope' }, [])).toBe('⟨g.nope⟩');
    expect(s.ui('web.nope')).toBe('⟨web.nope⟩');
    expect(s.say('g', undefined, [])).toBe('');
  });
});

test.each(langs)('plural rule of the PO files: %s', (lang) => {
  const rule = JSON.parse(file(`gen/po/${lang}.web.json`))[''] as string;
  const wanted = new Function('n', `return Number(${rule})`) as (n: number) => number;
  for (let n = 0; n < 300; n++) expect(pluralForm(lang, n)).toBe(wanted(n));
  expect(pluralForm(lang, -1)).toBe(pluralForm(lang, 1));
});

// The program beside it says every choice and every event of a game; so does the client.
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
    const match = new LocalMatch(engine, { game: 'signorie', seats, options: { boards: 'in_order' } }, [3, 0]);
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
