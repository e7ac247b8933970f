import { expect, test } from 'vitest';

import { understoodFields } from './understood-fields.ts';

const red = { q: 'iphone', facets: [{ name: 'colour' as const, value: 'red' }], maxPrice: 200 };

test('what the words say joins what is chosen, and leaves the words', () => {
  expect(understoodFields({ q: 'red iphone under 200', colour: 'blue', sort: 'newest' }, red)).toEqual({
    q: 'iphone',
    colour: 'blue,red',
    maxPrice: '200',
    sort: 'newest',
  });
});

test('a price that was chosen counts before one in words', () => {
  const shown = understoodFields({ q: 'red iphone under 200', minPrice: '50' }, red);
  expect(shown).toEqual({ q: 'iphone', colour: 'red', minPrice: '50' });
});

test('a battery health that was chosen counts before one in words', () => {
  const charged = { q: 'iphone', facets: [], minBattery: 90 };
  expect(understoodFields({ q: 'iphone battery over 90' }, charged)).toEqual({
    q: 'iphone',
    minBattery: '90',
  });
  expect(understoodFields({ q: 'iphone battery over 90', minBattery: '80' }, charged).minBattery).toBe('80');
});

test('an order that was chosen counts before one in words', () => {
  const sorted = { q: 'iphone', facets: [], sort: 'price-up' as const };
  expect(understoodFields({ q: 'cheapest iphone' }, sorted)).toEqual({ q: 'iphone', sort: 'price-up' });
  expect(understoodFields({ q: 'cheapest iphone', sort: 'newest' }, sorted).sort).toBe('newest');
});

test('a question of facets alone leaves no words', () => {
  expect(understoodFields({ q: 'red' }, { ...red, q: '', maxPrice: undefined })).toEqual({ colour: 'red' });
});

test('a question of words alone stays as it is', () => {
  const fields = { q: 'iphone' };
  expect(understoodFields(fields, undefined)).toBe(fields);
});
