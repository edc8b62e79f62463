// The cards of Legacy's patrons say what its tables say: Honour, thresholds and points of their goals.
import { expect, test } from 'vitest';
import { file } from './helpers';

const svg = file('boards/legacy.svg');
const goals = file('../data/legacy/patron_goals.csv').trim().split('\n').slice(1).map((line) => line.split(',').slice(0, 7));
const patrons = [...new Set(goals.map((row) => row[0]!))];

test.each(patrons)('%s', (patron) => {
  const face = new RegExp(`<symbol id="face-patron\\.${patron}"[\\s\\S]*?</symbol>`).exec(svg)![0];
  const printed = [...face.matchAll(/>([\d/+]+)<\/text>/g)].map((m) => m[1]);
  const wanted = goals.filter((row) => row[0] === patron).flatMap(([, tier, , , , per, points]) =>
    tier === 'main' ? [points, `${per}+`] : [`${points}/${per === '1' ? '' : per}`]);
  expect(wanted).toHaveLength(5);
  expect(printed).toEqual(wanted);
});
