// Board files keep their contract (boards/README.md): every slot of every scene has its place and the other way
// round, pieces have symbols, and nothing in the file breaks the page's policy.
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/match';
import type { Scene } from '../src/engine/types';
import { file, newEngine, speaker } from './helpers';

const engine = newEngine();
describe.each(engine.games)('$id', (game) => {
  const svg = file(`boards/${game.id}.svg`);
  const named = (attribute: string) => [...svg.matchAll(new RegExp(`\\s${attribute}="([^"]+)"`, 'g'))].map((m) => m[1]!);
  const places = named('data-slot');
  const symbols = new Set([...svg.matchAll(/<symbol[^>]*\sid="([^"]+)"/g)].map((m) => m[1]!));

  const counts = Array.from({ length: game.seats[1] - game.seats[0] + 1 }, (_, i) => game.seats[0] + i);
  const bots = (n: number) => Array.from({ length: n }, () => ({ kind: 'bot' as const, level: 'paggio', name: '' }));
  /** Scenes of a whole game. */
  const scenes = (n: number): Scene[] => {
    const match = new LocalMatch(engine, { game: game.id, seats: bots(n), options: {} }, [n, 1]);
    const out: Scene[] = [match.view(0).scene];
    while (match.advance()) if (match.ply % 9 === 0) out.push(match.view(0).scene);
    return [...out, match.view(0).scene];
  };

  test('no place twice', () => expect(places.length).toBe(new Set(places).size));
  test.each(counts)('every slot has a place: %i seats', (n) => {
    const wanted = new Set(scenes(n).flatMap((scene) => scene.slots.map((slot) => slot.place)));
    expect([...wanted].filter((name) => !places.includes(name))).toEqual([]);
  });
  test('every place is a slot at some number of seats', () => {
    const known = new Set(counts.flatMap((n) => scenes(n)[0]!.slots.map((slot) => slot.place)));
    expect(places.filter((name) => !known.has(name))).toEqual([]);
    expect(named('data-value').filter((name) => !/^[\d. ]+$/.test(name) && !known.has(name))).toEqual([]);
    expect(named('data-print').filter((name) => !known.has(name))).toEqual([]);
  });
  test('every piece and every owner has a symbol', () => {
    const pieces = counts.flatMap((n) => scenes(n).flatMap((scene) => scene.pieces));
    const missing = new Set(pieces.filter((piece) => !symbols.has(`piece-${piece.kind}`)).map((piece) => piece.kind));
    expect([...missing]).toEqual([]);
    for (let seat = 0; seat < game.seats[1]; seat++) expect(symbols).toContain(`mark-${seat}`);
    expect(symbols).toContain('picture');
  });
  test('words on the board are translated', () => {
    const ids = new Set(named('data-msg'));
    for (const lang of ['en', 'pl', 'hu'] as const) {
      const s = speaker(lang, game.id);
      expect([...ids].filter((id) => !s.has(`${game.id}.${id}`))).toEqual([]);
    }
  });
  test('no style, script, picture or font inside', () => {
    expect(svg).not.toMatch(/<(style|script|image|foreignObject|iframe)\b|\sstyle=|\son[a-z]+=|@font-face|href="(?!#)/);
  });
});
