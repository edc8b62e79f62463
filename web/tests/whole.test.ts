import { expect, test } from 'vitest';
import { whole } from '../src/text/whole';

test('figures below zero have a minus sign, not a hyphen', () => {
  expect([whole(-3), whole(0), whole(12)]).toEqual(['−3', '0', '12']);
});
