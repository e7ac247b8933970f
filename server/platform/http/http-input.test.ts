import { expect, test } from 'vitest';
import * as z from 'zod/mini';
// The full zod has its own messages, which the identity library enables when it loads it.
import 'zod';

import { endpoints } from '#contract/api.ts';
import type { Schema } from '#contract/endpoint.ts';
import { Id } from '#contract/id.ts';
import { fieldErrors, parseSchema } from './http-input.ts';

const messageFor = (schema: Schema, value: unknown) =>
  fieldErrors(parseSchema(z.object({ size: schema }), value).error?.issues ?? [])[0]?.message;

test.each([
  ['a missing field', z.string(), {}, 'size is missing'],
  ['a number instead of a text', z.string(), { size: 1 }, 'size has to be one text'],
  ['a value given twice', z.string(), { size: ['a', 'b'] }, 'size has to be one text'],
  ['an id given twice', Id, { size: ['a', 'b'] }, 'This id has to be one text'],
  ['no id', Id, {}, 'This id is missing'],
  ['a text instead of a number', z.number(), { size: '1' }, 'size has to be a number'],
  ['a fraction', z.int(), { size: 1.5 }, 'size has to be a whole number'],
  ['a text instead of a boolean', z.boolean(), { size: 'true' }, 'size has to be true or false'],
  ['an object instead of a list', z.array(z.string()), { size: {} }, 'size has to be a list'],
  ['a list instead of an object', z.object({}), { size: [] }, 'size has to be an object'],
  ['an unknown choice', z.enum(['s', 'l']), { size: 'm' }, 'size has to be one of: s, l'],
  ['a format', z.email(), { size: 'm' }, 'size is not valid'],
  ['a message of the schema itself', z.string('The size is missing'), {}, 'The size is missing'],
] as const)('%s is described in the server’s words', (_, schema, value, message) => {
  expect(messageFor(schema, value)).toBe(message);
});

test('a field within a field is named by its path', () => {
  expect(messageFor(z.object({ width: z.number() }), { size: { width: 'wide' } })).toBe(
    'size.width has to be a number',
  );
});

const values = [undefined, null, [], {}, 1, 1.5, 'x', '', true, ['x'], [{}], 'x'.repeat(20_000)];
const wordsOfTheLibrary = /^(Invalid|Too (big|small)|Unrecognized)|expected/;

test('no call answers with the words of the library', () => {
  const messages = endpoints.flatMap(({ spec }) =>
    [spec.params, spec.query, spec.body]
      .filter((schema) => schema !== undefined)
      .flatMap((schema) =>
        fieldsOf(schema)
          .flatMap((field) => values.map((value) => parseSchema(schema, { [field]: value })))
          .flatMap(({ error }) => fieldErrors(error?.issues ?? [])),
      ),
  );
  expect(messages.length).toBeGreaterThan(1000);
  expect(messages.filter(({ message }) => wordsOfTheLibrary.test(message))).toEqual([]);
});

test('no parameter that is given twice is called missing', () => {
  const messages = endpoints.flatMap(({ spec: { query } }) =>
    query === undefined
      ? []
      : fieldsOf(query).flatMap((field) =>
          fieldErrors(parseSchema(query, { [field]: ['a', 'b'] }).error?.issues ?? []).filter(
            ({ path }) => path === field,
          ),
        ),
  );
  expect(messages.length).toBeGreaterThan(50);
  expect(messages.filter(({ message }) => message.includes('missing'))).toEqual([]);
});

/** The fields of an object; for another schema, an unknown one. */
const fieldsOf = (schema: Schema): string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : ['field'];
