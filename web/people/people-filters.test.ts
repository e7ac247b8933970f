import { expect, test } from 'vitest';

import { readView, writeView } from './people-filters.ts';

test.each([
  '',
  '?search=mina',
  '?search=mina&show=suspended&sort=most-reports&after=0192a0b0c0d0e0f00102030405060708',
])('the address %j names a view, and the view that address', (address) => {
  expect(writeView(readView(new URLSearchParams(address)))).toBe(address);
});

test('what the address names wrongly counts as left out', () => {
  const wrong = new URLSearchParams('?show=all&sort=size&after=x&search=+');
  expect(readView(wrong)).toEqual({ search: '', show: undefined, sort: 'newest', after: undefined });
});
