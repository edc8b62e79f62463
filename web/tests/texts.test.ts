// Words: every id that the client uses is translated, every translation is used, and what the engine says has words.
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/local_match';
import { parseRoute } from '../src/app/parse_route';
import { file, files, hurried, langs, newEngine, shown, speaker } from './helpers';

const source = files('src').filter((name) => /\.(ts|svelte)$/.test(name)).map((name) => file(`src/${name}`)).join('\n');
const used = new Set([...source.matchAll(/['"`]((?:web|how)\.[a-z0-9_.]*[a-z0-9_])['"`]/g)].map((m) => m[1]!));
const prefixes = [...source.matchAll(/`((?:web|how)\.[a-z_.]+\.)\$\{/g)].map((m) => m[1]!);
const engine = newEngine();
const games = shown(engine);

describe.each(langs)('%s', (lang) => {
  const s = speaker(lang, 'how', ...games.map((game) => game.id));
  test('has every text of the client', () => expect([...used].filter((id) => !s.has(id))).toEqual([]));
  test('has no text that nobody says', () => {
    const idle = [...files(`../po/${lang}`).map((name) => file(`../po/${lang}/${name}`)).join('\n').matchAll(/^msgid "((?:web|how)\..*)"$/gm)].map((m) => m[1]!).filter((id) => !used.has(id) && !prefixes.some((p) => id.startsWith(p)));
    expect(idle).toEqual([]);
  });
  test('knows every game, option and level', () => {
    for (const { id, options } of games) {
      for (const part of ['game', 'about', 'length', 'weight']) expect(s.has(`web.${part}.${id}`)).toBe(true);
      for (const option of options) {
        expect(s.has(`web.option.${id}.${option.id}`)).toBe(true);
        for (const value of option.values) expect(s.has(`${id}.${option.list}.${value}`)).toBe(true);
      }
    }
    for (const level of engine.levels) expect(s.has(`web.level.${level}`)).toBe(true);
  });
  test.each(games)('says everything that occurs in $id', ({ id, seats }) => {
    const people = Array.from({ length: seats[1] }, () => ({ kind: 'human' as const, name: '' }));
    const match = LocalMatch.start(engine, { game: id, seats: people, options: {} }, 42);
    const said = new Set<string>();
    const tell = (text: string) => said.add(text);
    for (let i = 0; !match.over && i < 2000; i++) {
      if (hurried(match.advance())) continue;
      const { viewer, scene } = match.view();
      tell(s.say(id, scene.prompt, []));
      for (const choice of scene.choices) {
        tell(s.say(id, choice.text, []));
        if (choice.lights) tell(s.word(id, 'lights'));
        for (const arg of [...(choice.cost ?? []), ...(choice.gain ?? [])]) tell(s.arg(id, arg, []));
      }
      for (const b of scene.blocked) tell(s.say(id, b.text, [])), tell(s.say(id, b.reason, []));
      for (const slot of scene.slots) {
        tell(s.word(id, `slot.${slot.family.name}`));
        tell(s.word(id, `help.${slot.family.name}`));
        if (slot.row) tell(s.word(id, `${slot.family.rows}.${slot.row}`));
        for (const print of [slot.print, slot.also]) if (print) tell(s.word(id, print));
      }
      for (const piece of scene.pieces) tell(s.word(id, `kind.${piece.kind}`)), piece.face && tell(s.word(id, piece.face));
      for (const counter of scene.counters) tell(s.word(id, `unit.${counter.unit}`, counter.n));
      match.play(viewer, scene.choices[(i * 7) % scene.choices.length]!.action);
    }
    for (const part of match.view().scores.parts) tell(s.word(id, `part.${part}`));
    for (const entry of match.story(0)) for (const event of entry.events) tell(s.say(id, event, []));
    expect([...said].filter((text) => text.includes('⟨') || text.includes('{'))).toEqual([]);
    expect(said.size).toBeGreaterThan(Math.min(100, 2 * match.ply)); // a short game says less
  });
});

test.each([
  ['', { screen: 'home' }],
  ['#/', { screen: 'home' }],
  ['#/nowhere/at/all', { screen: 'home' }],
  ['#/new/signorie', { screen: 'new', game: 'signorie' }],
  ['#/play/signorie?seed=7&seats=4', { screen: 'play', game: 'signorie', seed: 7, seats: 4 }],
  ['#/play/virtu?level=conte', { screen: 'play', game: 'virtu', level: 'conte' }],
  ['#/local/ab12', { screen: 'local', id: 'ab12', ply: undefined }],
  ['#/local/ab12/at/40', { screen: 'local', id: 'ab12', ply: 40 }],
  ['#/m/x-y_z/at/3', { screen: 'link', data: 'x-y_z', ply: 3 }],
  ['#/t/T1/at/x', { screen: 'online', table: 'T1', ply: undefined }],
  ['#/hand/T1/C2', { screen: 'online', table: 'T1', hand: 'C2', ply: undefined }],
  ['#/hand/T1/C2/at/7', { screen: 'online', table: 'T1', hand: 'C2', ply: 7 }],
  ['#/join/T1/C2', { screen: 'join', table: 'T1', code: 'C2' }],
  ['#/rules/signorie/R8.4', { screen: 'rules', game: 'signorie', rule: 'R8.4' }],
  ['#/t/%E0%A4%A', { screen: 'home' }],
])('the address %s', (hash, route) => expect(parseRoute(hash)).toEqual(route));
