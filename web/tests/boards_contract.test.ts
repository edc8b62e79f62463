// Board files keep their contract (boards/README.md): every slot of every scene has its place and the other way
// round, pieces have symbols, and nothing in the file breaks the page's policy.
import { describe, expect, test } from 'vitest';
import { LocalMatch } from '../src/engine/local_match';
import type { Scene, Slot } from '../src/engine/types';
import { file, hurried, newEngine, shown, speaker } from './helpers';

const engine = newEngine();
describe.each(shown(engine))('$id', (game) => {
  const svg = file(`boards/${game.id}.svg`);
  const named = (attribute: string) => [...svg.matchAll(new RegExp(`\\s${attribute}="([^"]+)"`, 'g'))].map((m) => m[1]!);
  /** Places of one of the boards in the file; none: there is no such board. */
  const placesOn = (sheet: string): string[] | undefined => {
    const part = svg.split(/(?=<svg\s[^>]*?id=")/).find((text) => new RegExp(`^<svg\\s[^>]*?id="${sheet}"`).test(text));
    if (part === undefined) return undefined;
    const cropped = new Set([...part.matchAll(/\sdata-of="([^"]+)"/g)].map((m) => m[1]!)); // parts of other boards
    return [...[...part.matchAll(/\sdata-slot="([^"]+)"/g)].map((m) => m[1]!), ...[...cropped].flatMap((name) => placesOn(name) ?? [])];
  };
  const sheets = ['common', 'player', 'other', 'alone', 'common-narrow', 'player-narrow'];
  const places = named('data-slot');
  const symbols = new Set([...svg.matchAll(/<symbol[^>]*\sid="([^"]+)"/g)].map((m) => m[1]!));

  const counts = Array.from({ length: game.seats[1] - game.seats[0] + 1 }, (_, i) => game.seats[0] + i);
  const bots = (n: number) => Array.from({ length: n }, () => ({ kind: 'bot' as const, level: 'paggio', name: '' }));
  /** The standard game, and each other value of each option alone. */
  const variants = (n: number) => [
    {}, ...game.options.filter(({ seats }) => seats.includes(n)).flatMap(({ id, values }) => values.slice(1).map((value) => ({ [id]: value }))),
  ];
  const known = new Map<string, Scene[]>();
  /** Scenes of a whole game, or of the beginning of one with an option: slots stay once the boards are chosen. */
  const scenes = (n: number, options: Record<string, string> = {}): Scene[] => {
    const key = `${n} ${JSON.stringify(options)}`, limit = Object.keys(options).length ? 60 : Infinity;
    if (known.has(key)) return known.get(key)!;
    const match = LocalMatch.start(engine, { game: game.id, seats: bots(n), options }, 100 + n);
    const out: Scene[] = [match.view(0).scene];
    while (match.ply < limit && hurried(match.advance())) if (match.ply % 9 === 0) out.push(match.view(0).scene);
    out.push(match.view(0).scene);
    known.set(key, out);
    return out;
  };

  test('no place twice', () => {
    for (const sheet of sheets) expect(placesOn(sheet) ?? []).toEqual([...new Set(placesOn(sheet) ?? [])]);
  });
  test.each(counts)('every slot has a place: %i seats', (n) => {
    // Hands lie next to the boards, trees have one place for all their slots.
    const placed = ({ seat, family }: Slot) => family.layout !== 'tree' && (seat < 0 || family.layout !== 'fan');
    const wanted = new Set(variants(n).flatMap((options) => scenes(n, options).flatMap((scene) => scene.slots.filter(placed).map((slot) => slot.place))));
    const there = (...names: string[]) => names.flatMap((name) => placesOn(name) ?? []);
    const desk = there('common', n === 1 && placesOn('alone') ? 'alone' : 'player');
    expect([...wanted].filter((name) => !desk.includes(name))).toEqual([]);
    const phone = placesOn('common-narrow') && there('common-narrow', 'player-narrow');
    expect([...wanted].filter((name) => phone && !phone.includes(name))).toEqual([]);
    const trees = new Set(scenes(n).flatMap((scene) => scene.slots.filter(({ family }) => family.layout === 'tree').map((slot) => `${slot.seat < 0 ? '' : 'p.'}${slot.family.name}`)));
    expect([...trees].filter((name) => !named('data-family').includes(name))).toEqual([]);
  });
  test('every place is a slot at some number of seats', () => {
    const slots = new Set(counts.flatMap((n) => variants(n).flatMap((options) => scenes(n, options).at(-1)!.slots.map((slot) => slot.place))));
    expect(places.filter((name) => !slots.has(name))).toEqual([]);
    expect(named('data-value').filter((name) => !/^[\d. ]+$/.test(name) && !slots.has(name))).toEqual([]);
    expect([...named('data-print'), ...named('data-also')].filter((name) => !slots.has(name))).toEqual([]);
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
