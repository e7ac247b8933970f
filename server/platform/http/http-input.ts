/** Parses the input of a request with the contract's schemas, after access was decided. */
import type * as z from 'zod/mini';

import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { type FieldError, noObject, requestErrors } from '#contract/errors.ts';
import { notFoundMark } from '#contract/id.ts';
import { type Failure, failWith } from '#server/platform/failure.ts';

const fail = failWith(requestErrors);

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface ParsedInput extends RawInput {}

type Result =
  | { readonly ok: true; readonly input: ParsedInput }
  | { readonly ok: false; readonly failure: Failure };

const parts = ['params', 'query', 'body'] as const;

/**
 * Parses params, query and body.
 *
 * @returns the parsed input, or the error to reply: 404 if an id is malformed, else 400 with one message for each field
 *   under its name in the API
 */
export function parseInput(spec: EndpointSpec, raw: RawInput): Result {
  const input = { params: raw.params, query: raw.query, body: raw.body };
  const errors: FieldError[] = [];
  for (const part of parts) {
    const schema = spec[part];
    if (schema === undefined) continue;
    const value = part === 'body' ? (raw.body ?? {}) : raw[part];
    if (!isObject(value)) return { ok: false, failure: fail('request.invalid', { detail: noObject }) };
    const result = parseSchema(schema, value);
    if (result.success) input[part] = result.data;
    else errors.push(...fieldErrors(result.error.issues));
  }
  if (errors.length === 0) return { ok: true, input };
  return { ok: false, failure: failureOf(errors) };
}

/** The type of each part of a request. Checked here, because the schema's own message would be the library's. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses with a schema. If the schema has no message of its own, ours describes the mistake. */
export const parseSchema = (schema: Schema, value: unknown) =>
  schema.safeParse(value, { error: describeMistake });

/** What a field of each type is called in messages; other types are "valid". */
const typeNames: Readonly<Record<string, string>> = {
  string: 'one text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A sentence that names the field and what it must be. */
function describeMistake(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.map(String).join('.') || 'The request';
  if (issue.code === 'invalid_value')
    return `${field} has to be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'invalid_type') return `${field} is not valid`;
  if (issue.input === undefined) return `${field} is missing`;
  return `${field} has to be ${typeNames[issue.expected] ?? 'valid'}`;
}

function failureOf(errors: readonly FieldError[]): Failure {
  // A malformed id gets 404, whatever is wrong with the other fields.
  if (errors.some(({ message }) => message === notFoundMark)) return fail('request.not-found');
  return fail('request.invalid', { errors, detail: errors.map(({ message }) => message).join(' · ') });
}

/** Only the first message of each field: later ones follow from the same mistake. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const first = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (!first.has(path)) first.set(path, issue.message);
  }
  return [...first].map(([path, message]) => ({ path, message }));
}
