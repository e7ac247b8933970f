import { expect, test } from 'vitest';

import { createAddressReader } from './public-addresses.ts';

const read = createAddressReader([
  {
    path: '/category/:_id',
    query: ['cursor', 'sort'],
    isParameter: (value) => /^\d+$/.test(value),
    maxAgeMs: 1,
    showsTopics: true,
  },
  { path: '/api/products', query: ['id'], isParameter: () => true, maxAgeMs: 1, showsTopics: true },
  { path: '/', query: [], isParameter: () => true, maxAgeMs: 1, showsTopics: false },
]);

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/category/1', '/category/1'],
  ['/category/1?sort=newest&cursor=a', '/category/1?cursor=a&sort=newest'],
  ['/category/1?cursor=a&sort=newest', '/category/1?cursor=a&sort=newest'],
  ['/api/products/?id=1', '/api/products?id=1'],
  ['/category/1?%63ursor=a%20b', '/category/1?cursor=a+b'],
])('%s is cached as %s', (url, key) => {
  expect(read(url)?.key).toBe(key);
});

test.each([
  '/?x=1',
  '/category/x',
  '/category/1/',
  '/category/1?x=1',
  '/category/1?sort=a&sort=b',
  '/category/1?cursor=a&x=1',
  '/dashboard',
  '//',
  `/category/1?cursor=${'a'.repeat(2_000)}`,
])('%s is not cached', (url) => {
  expect(read(url)).toBeUndefined();
});
