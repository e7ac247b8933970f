import { expect, test } from 'vitest';

import type { OrderListing } from '#contract/orders.ts';

import { factsOf } from './listing-snapshot.tsx';

const namesAt = (location: string): string[] => {
  // Only these fields are read.
  const listing = { condition: 'Good Condition', useYear: '2', accessories: [], buyCents: 79_999, location };
  return factsOf(listing as unknown as OrderListing).map(([name]) => name);
};

test('the place of a listing is left out once the seller’s account is erased', () => {
  expect(namesAt('Dhaka')).toContain('Place');
  expect(namesAt('')).not.toContain('Place');
});
