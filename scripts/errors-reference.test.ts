import { expect, test } from 'vitest';

import { endpoints } from '#contract/api.ts';
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
