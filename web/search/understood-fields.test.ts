import { expect, test } from 'vitest';

import { understoodFields } from './understood-fields.ts';

const red = { q: 'iphone', facets: [{ name: 'colour' as const, value: 'red' }], maxPrice: 200 };

test('stated facts are added to the chosen filters and removed from the query', () => {
  expect(understoodFields({ q: 'red iphone under 200', colour: 'blue', sort: 'newest' }, red)).toEqual({
    q: 'iphone',
    colour: 'blue,red',
    maxPrice: '200',
    sort: 'newest',
  });
});

test('a chosen price overrides a stated one', () => {
  const shown = understoodFields({ q: 'red iphone under 200', minPrice: '50' }, red);
  expect(shown).toEqual({ q: 'iphone', colour: 'red', minPrice: '50' });
});

test('a chosen battery health overrides a stated one', () => {
  const charged = { q: 'iphone', facets: [], minBattery: 90 };
  expect(understoodFields({ q: 'iphone battery over 90' }, charged)).toEqual({
    q: 'iphone',
    minBattery: '90',
  });
  expect(understoodFields({ q: 'iphone battery over 90', minBattery: '80' }, charged).minBattery).toBe('80');
});

test('a chosen sort order overrides a stated one', () => {
  const sorted = { q: 'iphone', facets: [], sort: 'price-up' as const };
  expect(understoodFields({ q: 'cheapest iphone' }, sorted)).toEqual({ q: 'iphone', sort: 'price-up' });
  expect(understoodFields({ q: 'cheapest iphone', sort: 'newest' }, sorted).sort).toBe('newest');
});

test('a query that only states facets leaves no words', () => {
  expect(understoodFields({ q: 'red' }, { ...red, q: '', maxPrice: undefined })).toEqual({ colour: 'red' });
});

test('a query that states nothing stays as it is', () => {
  const fields = { q: 'iphone' };
  expect(understoodFields(fields, undefined)).toBe(fields);
});
