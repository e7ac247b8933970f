import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { cursorOf, cursorOfPlace, idOfCursor, placeOfCursor } from './cursor.ts';
import { isId } from './id.ts';
import { defaultPageSize, maxPageSize, pageQuery } from './page.ts';

const Query = z.object(pageQuery);
const limitOf = (limit: unknown) => Query.safeParse({ limit });

test('a cursor is read back as the id that it contains, and the query accepts it', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const cursor = cursorOf(id);
      expect(idOfCursor(cursor)).toBe(id);
      expect(Query.parse({ cursor })).toEqual({ limit: defaultPageSize, cursor });
    }),
  );
});

test('a cursor that the query accepts always contains an id', () => {
  const nearly = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[0-9a-fA-F-]{30,42}$/),
    fc.uuid(),
  );
  fc.assert(
    fc.property(nearly, (cursor) => {
      if (Query.safeParse({ cursor }).success) expect(isId(idOfCursor(cursor))).toBe(true);
    }),
  );
});

test('a cursor with a number is read back as the place that it contains, and the query accepts it', () => {
  const place = fc.record({ key: fc.option(fc.nat(2 ** 31 - 1), { nil: undefined }), id: fc.uuid() });
  fc.assert(
    fc.property(place, ({ key, id }) => {
      const cursor = cursorOfPlace({ key, id });
      expect(placeOfCursor(cursor)).toEqual({ key, id });
      expect(idOfCursor(cursor)).toBe(id);
      expect(Query.parse({ cursor }).cursor).toBe(cursor);
    }),
  );
});

test('a page has twenty-four rows unless one asks for one to a hundred', () => {
  expect(Query.parse({})).toEqual({ limit: 24 });
  fc.assert(
    fc.property(fc.integer(), (limit) => {
      expect(limitOf(String(limit)).success).toBe(limit >= 1 && limit <= maxPageSize);
    }),
  );
});

test.each(['', 'abc', '1.5', ' ', '1e999', 'NaN', [], ['1', '2'], {}, null])('%j is no limit', (limit) => {
  expect(limitOf(limit).success).toBe(false);
});

test('an id is a UUID in its one spelling', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(isId(id)).toBe(true);
      expect(isId(id.toUpperCase())).toBe(id.toUpperCase() === id);
      expect(isId(` ${id}`)).toBe(false);
      expect(isId(`${id}\n`)).toBe(false);
      expect(isId(cursorOf(id))).toBe(false);
    }),
  );
});
