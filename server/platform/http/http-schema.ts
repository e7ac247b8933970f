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
    serialise ??= fastJson(serialiserSchema(schema));
    return serialise(answer);
  };
}

/**
 * The schema of a reply in the form that the serialiser supports without a validator: "this or null" becomes
 * `nullable`, which takes a comparison instead of a match against each alternative.
 */
const serialiserSchema = (schema: Schema): Json => nullableForm(outputSchema(schema));

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function nullableForm(schema: Json): Json {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    nullableValue(value),
  ]);
  const result: Json = Object.fromEntries(entries);
  const { anyOf, ...others } = result;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return result;
  const alternatives = anyOf.filter(isSchema);
  const real = alternatives.find(({ type }) => type !== 'null');
  return alternatives.some(({ type }) => type === 'null') ? { ...others, ...real, nullable: true } : result;
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function nullableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullableValue);
  return typeof value === 'object' && value !== null ? nullableForm({ ...value }) : value;
}
