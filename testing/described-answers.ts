/** Compares answers with the OpenAPI document, which has to describe everything that a call answers. */
import { expect } from 'vitest';

import { endpoints } from '#contract/api.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';
import type { Reply } from './caller.ts';

interface Described {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

const { paths } = openApiDocument(endpoints, '') as {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Described> }>>;
};

/** The document merges paths that differ only in a parameter's name. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '{}');
const byShape = new Map(
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => [
      `${method.toUpperCase()} ${shapeOf(path)}`,
      responses,
    ]),
  ),
);

/**
 * Not described with a call: a path with an empty id is another one, and `auth.refused` is used for all refusals of the
 * identity library that have no code of their own, under its statuses.
 */
const elsewhere = new Set(['request.wrong-method', 'auth.refused']);

/** Fails if the document does not describe the status, the media type or the error code of an answer to a call. */
export function expectDescribed({ method, path }: EndpointSpec, { status, body, headers }: Reply): void {
  if (elsewhere.has(body?.code)) return;
  const answered = `${method} ${path}: ${status} ${status < 400 ? '' : body?.code}`;
  const described = byShape.get(`${method} ${shapeOf(path)}`)?.[status];
  expect(described, answered).toBeDefined();
  if (status === 302) return;
  const type = headers.get('content-type')?.replace(/;.*/, '');
  expect(Object.keys(described?.content ?? {}), answered).toEqual(type === undefined ? [] : [type]);
  if (status >= 400) expect(described?.description, answered).toContain(`\`${body.code}\`:`);
}
