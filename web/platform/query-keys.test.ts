import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { accountKeys } from './account-query-keys.ts';
import { queryKeys } from './query-keys.ts';

test('a key that is written outside of the factories does not compile', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.products.newest, 'a list');
  // @ts-expect-error: an array is no key
  await client.invalidateQueries({ queryKey: ['products'] });
  expect(client.getQueryState(queryKeys.products.newest)?.isInvalidated).toBe(true);
});

test('all phones are read under the key of the spec', () => {
  expect(queryKeys.products.all).toEqual(['products']);
});

test('no first part of a key is in both factories', () => {
  const ofAccounts = firstParts(accountKeys);
  expect(firstParts(queryKeys).filter((part) => ofAccounts.includes(part))).toEqual([]);
});

type Tree = { readonly [name: string]: QueryKey | ((...of: never[]) => QueryKey) | Tree };

function firstParts(tree: Tree): unknown[] {
  return Object.values(tree).flatMap((value) => {
    if (Array.isArray(value)) return [value[0]];
    // The first part does not depend on what the key is about.
    if (typeof value === 'function') return [value()[0]];
    return firstParts(value as Tree);
  });
}
