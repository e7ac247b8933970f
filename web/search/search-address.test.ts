import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SearchQuery } from '#contract/search.ts';

import { isUntidy, readSearch, searchAddress, without, withoutValue } from './search-address.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

test('an address is read field by field, and written back in one order', () => {
  const fields = read('maxPrice=300&storage=128,256&q=pixel&utm_source=mail');
  expect(fields).toEqual({ q: 'pixel', storage: '128,256', maxPrice: '300' });
  expect(searchAddress('/search', fields)).toBe('/search?q=pixel&storage=128,256&maxPrice=300');
});

test('what a form without scripts sends means the same as the tidy address', () => {
  const sent = 'q=pixel&condition=fresh&condition=good&minPrice=&maxPrice=&sort=';
  expect(read(sent)).toEqual(read('q=pixel&condition=fresh,good'));
  expect(isUntidy(new URLSearchParams(sent))).toBe(true);
  expect(isUntidy(new URLSearchParams('q=pixel&condition=fresh,good&other=&other='))).toBe(false);
});

test('nothing chosen is the plain address', () => {
  expect(searchAddress('/search', read('q=&minPrice= '))).toBe('/search');
});

test('one value of a facet is taken back, and the list begins anew', () => {
  const fields = read('storage=128,256&colour=black&cursor=abc');
  expect(withoutValue(fields, 'storage', '128')).toEqual({ storage: '256', colour: 'black' });
  expect(withoutValue(fields, 'colour', 'black')).toEqual({ storage: '128,256' });
  expect(without(fields, 'storage')).toEqual({ colour: 'black' });
});

test('any words come back from their address as they were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const q = text.trim();
      fc.pre(q !== '' && q.isWellFormed());
      const address = searchAddress('/search', { q, place: 'dhaka' });
      expect(readSearch(new URL(address, 'http://localhost').searchParams)).toEqual({ q, place: 'dhaka' });
    }),
  );
});

test('the call takes what the address says', () => {
  const fields = read('q=pixel&condition=fresh,good&verified=1&minPrice=100&sort=price-up');
  expect(SearchQuery.parse(fields)).toMatchObject({
    q: 'pixel',
    condition: ['fresh', 'good'],
    verified: '1',
    minPrice: 100,
    sort: 'price-up',
  });
});
