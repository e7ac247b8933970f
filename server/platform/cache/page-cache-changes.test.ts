import { expect, test } from 'vitest';

import { createChangeBook } from './page-cache-changes.ts';

test('a topic has changed since the moments before its change, and not since those after', () => {
  const book = createChangeBook();
  const before = book.now();
  book.note(['product:1']);
  expect(book.hasChanged(['product:1'], before)).toBe(true);
  expect(book.hasChanged(['product:2'], before)).toBe(false);
  expect(book.hasChanged(['product:1'], book.now())).toBe(false);
});

test('what nobody remembers counts as changed', () => {
  const book = createChangeBook(2);
  const before = book.now();
  for (const topic of ['product:1', 'product:2', 'product:3']) book.note([topic]);
  expect(book.hasChanged(['product:4'], before)).toBe(true);
  expect(book.hasChanged(['product:4'], book.now())).toBe(false);
});

test('when everything may have changed, nothing is known of the time before', () => {
  const book = createChangeBook();
  const before = book.now();
  book.note();
  expect(book.hasChanged(['product:1'], before)).toBe(true);
  expect(book.hasChanged(['product:1'], book.now())).toBe(false);
});
