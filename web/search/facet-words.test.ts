import { countText } from '#web/platform/count-text.ts';

import { expect, test } from 'vitest';

import { boundText, labelOf, optionsOf } from './facet-words.ts';
import { phonesText } from './result-count.ts';

const facets = [
  {
    name: 'condition' as const,
    values: [{ value: 'good', label: 'Good Condition', count: 3, isCapped: false }],
  },
  { name: 'place' as const, values: [{ value: 'dhaka', label: 'Dhaka', count: 1000, isCapped: true }] },
];

test('before the counts arrive, a facet offers the values that are the same for every list', () => {
  expect(optionsOf('condition', undefined, []).map(({ label }) => label)).toEqual([
    'Fresh Condition',
    'Good Condition',
    'Bad Condition',
  ]);
  expect(optionsOf('storage', undefined, []).map(({ label }) => label)).toContain('1 TB');
  expect(optionsOf('place', undefined, [])).toEqual([]);
});

test('all three conditions stay in their order, with 0 for those without a phone', () => {
  expect(optionsOf('condition', facets, []).map(({ value, count }) => [value, count])).toEqual([
    ['fresh', 0],
    ['good', 3],
    ['bad', 0],
  ]);
});

test('a facet is hidden if no phone has a value of it, unless a value is chosen', () => {
  expect(optionsOf('condition', [], [])).toEqual([]);
  expect(optionsOf('condition', [], ['bad']).map(({ value }) => value)).toEqual(['fresh', 'good', 'bad']);
  expect(optionsOf('colour', [], [])).toEqual([]);
});

test('a chosen value can be removed even if no phone has it', () => {
  const options = optionsOf('place', facets, ['dhaka', 'sylhet']);
  expect(options.map(({ value, label, count }) => [value, label, count])).toEqual([
    ['dhaka', 'Dhaka', 1000],
    ['sylhet', 'Sylhet', 0],
  ]);
});

test('labels come from the reply, or else from the known values', () => {
  expect(labelOf('place', 'dhaka', facets)).toBe('Dhaka');
  expect(labelOf('storage', '1024', undefined)).toBe('1 TB');
  expect(labelOf('category', '01890000-0000', undefined)).toBe('Another category');
});

test('a count that is a lower bound has a plus', () => {
  expect(countText({ count: 1000, isCapped: true })).toBe('1,000+');
  expect(phonesText({ count: 1, isCapped: false })).toBe('1 phone');
  expect(phonesText({ count: 0, isCapped: false })).toBe('0 phones');
});

test('a price limit is shown as a price, or as typed if it is no price', () => {
  expect(boundText('minPrice', '100')).toBe('From $100');
  expect(boundText('maxPrice', '99.5')).toBe('Up to $99.50');
  expect(boundText('maxPrice', 'cheap')).toBe('Up to cheap');
});
