import { expect, test } from 'vitest';

import type { Product } from '#contract/products.ts';

import { changeWords } from './change-words.ts';

const seen: Product = {
  _id: '1',
  sellerId: '2',
  name: 'Mina',
  seller: '',
  image: '',
  model: 'Pixel 8',
  categoryId: '3',
  condition: 'Good Condition',
  location: 'Dhaka',
  buy: 799.99,
  sell: 420.5,
  useYear: '2',
  time: '2026-01-01T00:00:00Z',
  status: null,
  state: 'live',
  batteryHealth: 94,
};

test.each([
  [{ field: 'batteryHealth', now: '71' }, 'Battery health: 71%, was 94%'],
  [{ field: 'batteryHealth', now: null }, 'Battery health: no longer stated, was 94%'],
  [{ field: 'condition', now: 'Bad Condition' }, 'Condition: Bad Condition, was Good Condition'],
  [{ field: 'storageGb', now: '1024' }, 'Storage: 1 TB'],
  [{ field: 'sell', now: '$450.00' }, 'Price: $450.00, was $420.50'],
  [{ field: 'description', now: null }, 'Description: changed'],
] as const)('%j is told as %j', (change, words) => {
  expect(changeWords(change, seen)).toBe(words);
});
