// The map and the cards of Virtù say what its tables say: roads, sea lanes, values, symbols, prices.
import { describe, expect, test } from 'vitest';
import { file } from './helpers';

const svg = file('boards/virtu.svg');
type Row = Record<string, string>;
/** A table without its last column: what is quoted there is not needed here. */
function table(name: string): Row[] {
  const [head, ...lines] = file(`../data/virtu/${name}.csv`).trim().split('\n');
  const names = head!.split(',').slice(0, -1);
  return lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((m) => m[1]!);
    return Object.fromEntries(names.map((column, i) => [column, cells[i]!]));
  });
}
const symbol = (id: string) => {
  const found = new RegExp(`<symbol id="${id.replace('.', '\\.')}"[^>]*>([\\s\\S]*?)</symbol>`).exec(svg)?.[1];
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
};
const KINDS = ['F', 'C', 'X', 'H', 'S', 'M', 'W', 'A'];
/** How often each symbol is drawn. */
const drawn = (id: string) => KINDS.map((kind) => symbol(id).split(`href="#i-${kind}"`).length - 1);
const printed = (row: Row) => KINDS.map((kind) => Number(row[kind]));
const cities = table('cities');

describe('the map', () => {
  /** Conditions of a road: both cities are open, and it is on this side. */
  test('roads', () => {
    const wanted = table('roads').map((road) => {
      const ends = [road['city_a']!, road['city_b']!];
      const conditions = ends.flatMap((end) => {
        const city = cities.find((row) => row['city'] === end)!;
        return city['side34'] === '0' ? [`city.${end}`] : city['star3'] === '1' ? [`!city.${end}:forbidden`] : [];
      });
      if (road['side25'] === '0') conditions.push('!city.Perugia');
      if (road['side34'] === '0' && !conditions.some((condition) => !condition.includes(':'))) conditions.push('city.Perugia');
      return `${ends.join(' ')} | ${conditions.join(' ')}`;
    });
    const found = [...svg.matchAll(/data-road="([^"]+)"(?: data-when="([^"]+)")?/g)].map((m) => `${m[1]} | ${m[2] ?? ''}`);
    expect(found.sort()).toEqual(wanted.sort());
  });
  test('sea lanes', () => {
    const ports = cities.flatMap((row) => ['LIG', 'TYR', 'AFR', 'ION', 'ADR'].filter((sea) => row[sea] === '1').map((sea) => `${row['city']} ${sea}`));
    const seas = table('sea_adjacency').map((row) => `${row['sea_a']} ${row['sea_b']}`);
    expect([...svg.matchAll(/data-lane="([^"]+)"/g)].map((m) => m[1]).sort()).toEqual([...ports, ...seas].sort());
  });
  test('values', () => {
    for (const row of cities) expect(svg).toContain(`data-value="city.${row['city']}"`);
    const found = Object.fromEntries([...svg.matchAll(/data-value="city\.(\w+)"[^>]*>(\d)</g)].map((m) => [m[1], m[2]]));
    expect(found).toEqual(Object.fromEntries(cities.map((row) => [row['city'], row['value']])));
  });
});

describe('cards and tiles', () => {
  test.each([...table('house_cards'), ...table('house_cards_2p'), ...table('dignitaries')])('$card', (row) => {
    expect(drawn(`face-card.${row['card']}`)).toEqual(printed(row));
    expect(/#a-(\w+)"/.exec(symbol(`face-card.${row['card']}`))?.[1] ?? 'none').toBe(row['action']);
    expect(symbol(`face-card.${row['card']}`).includes('#i-agent')).toBe(row['agent'] === '1');
    expect(/>(\d)</.exec(symbol(`face-card.${row['card']}`))?.[1] ?? '0').toBe(row['pp']);
  });
  test.each(table('city_tiles'))('$tile', (row) => {
    expect(drawn(row['tile'] === 'T_ROM_N' ? 'face-face.Rome' : `face-city.${row['city']}`)).toEqual(printed(row));
  });
  test.each([
    ...table('titles').map((row) => ({ face: `tile.${row['kind']}`, row })),
    ...table('guilds').map((row) => ({ face: 'tile.guild', row })),
    ...table('cathedrals').map((row) => ({ face: 'tile.cathedral', row })),
    ...table('special_tiles_2p').map((row) => ({ face: row['owner'] === 'milan' ? 'face.France' : 'face.Aragon', row })),
  ])('$face', ({ face, row }) => expect(drawn(`face-${face}`)).toEqual(printed(row)));
  test('the prices of the Patronage track', () => {
    const price = (space: string) => new RegExp(`data-slot="patronage\\.${space}"[\\s\\S]*?<use href="#i-point"`).exec(svg)![0];
    for (const row of table('patronage_track').slice(1)) expect([...price(row['space']!).matchAll(/>(\d)<\/text><use href="#i-(\w+)"/g)].map((m) => `${m[1]} ${m[2]}`)).toEqual([`${row['cost_F']} F`, `${row['cost_CX']} CX`]);
  });
  test('prices', () => {
    for (const row of [...table('dignitaries'), ...table('titles'), ...table('guilds'), ...table('cathedrals')]) {
      const item = row['card'] ?? row['kind'] ?? row['name']!.toLowerCase();
      const place = new RegExp(`data-slot="market\\.${item}"[\\s\\S]*?(?=<rect data-slot="market|</svg>)`).exec(svg)![0];
      const price = [...place.matchAll(/>(\d)<\/text><use href="#i-([FCX])"/g)].map((m) => [m[2], m[1]]);
      expect(Object.fromEntries(price)).toEqual(Object.fromEntries(['F', 'C', 'X'].filter((k) => row[`cost_${k}`] !== '0').map((k) => [k, row[`cost_${k}`]])));
    }
  });
});
