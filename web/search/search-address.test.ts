import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SearchQuery } from '#contract/search.ts';

import {
  hasRedundantParameters,
  readSearch,
  searchAddress,
  without,
  withoutValue,
} from './search-address.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

test('a URL is read field by field and written in the canonical order', () => {
  const fields = read('maxPrice=300&storage=128,256&q=pixel&utm_source=mail');
  expect(fields).toEqual({ q: 'pixel', storage: '128,256', maxPrice: '300' });
  expect(searchAddress('/search', fields)).toBe('/search?q=pixel&storage=128,256&maxPrice=300');
});

test('the URL of a form without scripts means the same as the canonical one', () => {
  const sent = 'q=pixel&condition=fresh&condition=good&minPrice=&maxPrice=&sort=';
  expect(read(sent)).toEqual(read('q=pixel&condition=fresh,good'));
  expect(hasRedundantParameters(new URLSearchParams(sent))).toBe(true);
  expect(hasRedundantParameters(new URLSearchParams('q=pixel&condition=fresh,good&other=&other='))).toBe(
    false,
  );
});

test('without a choice, the URL has no parameters', () => {
  expect(searchAddress('/search', read('q=&minPrice= '))).toBe('/search');
});

test('removing one value of a facet leads to the first page', () => {
  const fields = read('storage=128,256&colour=black&cursor=abc');
  expect(withoutValue(fields, 'storage', '128')).toEqual({ storage: '256', colour: 'black' });
  expect(withoutValue(fields, 'colour', 'black')).toEqual({ storage: '128,256' });
  expect(without(fields, 'storage')).toEqual({ colour: 'black' });
});

test('any query can be read back from its URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const q = text.trim();
      fc.pre(q !== '' && q.isWellFormed());
      const address = searchAddress('/search', { q, place: 'dhaka' });
      expect(readSearch(new URL(address, 'http://localhost').searchParams)).toEqual({ q, place: 'dhaka' });
    }),
  );
});

test('the call accepts the fields of the URL', () => {
  const fields = read('q=pixel&condition=fresh,good&verified=1&minPrice=100&sort=price-up');
  expect(SearchQuery.parse(fields)).toMatchObject({
    q: 'pixel',
    condition: ['fresh', 'good'],
    verified: '1',
    minPrice: 100,
    sort: 'price-up',
  });
});
