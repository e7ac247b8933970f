/** JSON Schemas of the contract, for the serialiser and the OpenAPI document. */
import * as z from 'zod/mini';

import fastJson from 'fast-json-stringify';

import type { Schema } from '#contract/endpoint.ts';

type Json = Record<string, unknown>;

/** The JSON Schema of an input. */
export const inputSchema = (schema: Schema): Json => jsonSchema(schema, 'input');

/** The JSON Schema of a reply. */
export const outputSchema = (schema: Schema): Json => jsonSchema(schema, 'output');

/**
 * Serialises replies as JSON, with the fields that `schema` declares and no others. The code for it is generated with
 * the first reply: for all calls at once it took two fifths of the start time, and most processes answer few of them.
 */
export function serialiserOf(schema: Schema): (answer: unknown) => string {
  let serialise: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialise ??= fastJson(jsonSchema(schema, 'output', 'openapi-3.0'));
    return serialise(answer);
  };
}

/**
 * @param target OpenAPI's dialect has `nullable`, which the serialiser supports without a validator: it takes a
 *   comparison instead of a match against each alternative
 */
function jsonSchema(schema: Schema, io: 'input' | 'output', target?: 'openapi-3.0'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target });
  return rest;
}
