// Guides, legends and worked examples: every symbol of a board file has its explanation in every language or is known to be
// decoration, everything that a guide names is on the board, every example can be played.
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Guide, lookAtExample, lookAtPicture } from '../src/table/guide_view';
import { symbolsOf, textsOfSymbol } from '../src/table/symbols';
import { finder } from '../src/text/find';
import { file, files, langs, newEngine, shown, speaker } from './helpers';

const engine = newEngine();
const games = shown(engine).map(({ id }) => id);
const symbolsIn = (game: string) => [...file(`boards/${game}.svg`).matchAll(/<symbol id="([^"]+)"/g)].map((m) => m[1]!);

function opened(game: string, kind: 'guides' | 'examples') {
  const door = engine.open();
  door.give(new TextEncoder().encode(file(`gen/${kind}/${game}.txt`)), { cmd: kind === 'guides' ? 'guide' : 'examples', game });
  return door;
}
const guideIn = (game: string): Guide => {
  const door = opened(game, 'guides');
  const guide = door.ask({ cmd: 'guide', game }) as unknown as Guide;
  door.close();
  return guide;
};
/** Symbols of the board file without a place in the legend or among the decoration. */
function unexplained(all: string[], legend: Guide['legend']): string[] {
  const listed = new Set(legend.flatMap(({ signs }) => signs.flatMap(({ symbols = [] }) => symbols.flatMap((pattern) => symbolsOf(pattern, all)))));
  return all.filter((symbol) => !listed.has(symbol));
}
const entries = (all: string[], { legend }: Guide): string[] =>
  legend.flatMap(({ signs }) => signs.filter(({ is }) => is !== 'bare').flatMap(({ is, symbols = [] }) => {
    const found = symbols.flatMap((pattern) => symbolsOf(pattern, all));
    return is === 'each' ? found : found.slice(0, 1);
  }));

describe.each(games)('%s', (game) => {
  const all = symbolsIn(game), guide = guideIn(game);
  test('every symbol of the board is in the legend or is decoration', () => expect(unexplained(all, guide.legend)).toEqual([]));
  test('a symbol that nobody explains is found', () => expect(unexplained([...all, 'piece-novelty'], guide.legend)).toEqual(['piece-novelty']));
  test('the legend names no symbol that is not there', () => {
    const lost = guide.legend.flatMap(({ signs }) => signs.flatMap(({ symbols = [] }) => symbols.filter((pattern) => !symbolsOf(pattern, all).length)));
    expect(lost).toEqual([]);
  });
  test('icons of the page are on the board file', () => {
    const lost = guide.sections.flatMap(({ lines }) => lines.flatMap(({ icons }) => icons ?? [])).filter((symbol) => !all.includes(symbol));
    expect(lost).toEqual([]);
  });
  test.each(langs)('every sign has its text in %s', (lang) => {
    const s = speaker(lang, game, `${game}_guide`);
    expect(entries(all, guide).filter((symbol) => !textsOfSymbol(symbol).some((id) => s.has(`${game}.${id}`)))).toEqual([]);
  });
  test.each(langs)('every place has its name and its text in %s', (lang) => {
    const s = speaker(lang, game);
    const places = guide.legend.flatMap(({ signs }) => signs.flatMap(({ places = [] }) => places));
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((family) => !s.has(`${game}.slot.${family}`) || !s.has(`${game}.help.${family}`))).toEqual([]);
  });
  test.each(langs)('newcomers read about its mood in %s', (lang) => expect(speaker(lang, 'how').has(`how.mood.${game}`)).toBe(true));
  test('what is cut out and marked has a place on the board', () => {
    const door = opened(game, 'guides');
    const svg = file(`boards/${game}.svg`);
    for (const picture of guide.pictures) {
      const { scene } = lookAtPicture(door, game, picture.id);
      for (const name of [...picture.crop, ...picture.marks.flatMap(({ at }) => at)]) {
        if (typeof name === 'number') {
          expect(scene.pieces.some(({ id }) => id === name)).toBe(true);
          continue;
        }
        const slot = scene.slots.find((one) => one.name === name);
        expect(slot, name).toBeDefined();
        const placed = svg.includes(`data-slot="${slot!.place}"`) || svg.includes(`data-family="${slot!.seat >= 0 ? 'p.' : ''}${slot!.family.name}"`);
        expect(placed, `${picture.id}: ${name}`).toBe(true);
      }
    }
    door.close();
  });
});

describe.each(readdirSync(new URL('../gen/examples', import.meta.url)).map((name) => name.replace('.txt', '')))('examples of %s', (game) => {
  const door = opened(game, 'examples');
  const { examples } = door.ask({ cmd: 'examples', game }) as unknown as { examples: { id: string; rules: string[] }[] };
  const rules = new Set([...(JSON.parse(file(`gen/rules/${game}.json`)) as { html: string }).html.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]!));
  test('there are some', () => expect(examples.length).toBeGreaterThan(5));
  test.each(examples)('$id can be played and belongs to a rule', ({ id, rules: named }) => {
    expect(named.some((rule) => rules.has(rule))).toBe(true);
    const { looks, log } = lookAtExample(door, game, id);
    expect(looks.length).toBe(log.length + 1);
    expect(log.some(({ seat }) => seat !== 'chance')).toBe(true);
  });
});

test('every game with scenarios of examples ships them', () => {
  const proved = games.filter((game) => existsSync(new URL(`../../tests/scenarios/${game}`, import.meta.url)) && files(`../tests/scenarios/${game}`).some((name) => /^rules:.*\bX\d/m.test(file(`../tests/scenarios/${game}/${name}`))));
  expect(proved.filter((game) => !files('gen/examples').includes(`${game}.txt`))).toEqual([]);
});

test('searching knows neither case nor accents', () => {
  const found = finder('  pałac MURY ');
  expect(found('Mury i Palac')).toBe(true);
  expect(found('Mury')).toBe(false);
  expect(finder('')('anything')).toBe(true);
});
