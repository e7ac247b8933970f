import { join } from 'node:path';

import { expect, test } from 'vitest';

import { endpoints } from '#contract/api.ts';
import { identityErrors } from '#contract/auth.ts';
import { listFiles, readFiles } from './check-files.ts';
import { errorsReference } from './errors-reference.ts';

test('the table has one row for each code of each call, with its status and words', () => {
  const lines = errorsReference().split('\n');
  const codes = endpoints.flatMap(({ spec }) => Object.keys(spec.errors ?? {}));
  for (const code of ['request.invalid', 'server.interrupted', ...codes]) {
    expect(
      lines.filter((line) => line.startsWith(`| \`${code}\` |`)),
      code,
    ).toHaveLength(1);
  }
  expect(lines).toContain('| `request.unauthenticated` | 401 | Please log in first. |');
});

test('every code of a call is answered somewhere', async () => {
  const root = join(import.meta.dirname, '..');
  const paths = (await listFiles(root)).filter((path) => /^server\/(?!.*\.test\.).*\.ts$/.test(path));
  const sources = [...(await readFiles(root, paths)).values()].join();
  const codes = new Set(endpoints.flatMap(({ spec }) => Object.keys(spec.errors ?? {})));
  // The codes of the identity library are made of its own.
  const ours = [...codes].filter((code) => !Object.hasOwn(identityErrors, code));
  expect(ours.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});
