import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';

import { ConfigError } from '#server/platform/config.ts';

import { describeStartError } from './describe-start-error.ts';

test('the reason of a failed statement has its cause, and not the values that were sent', () => {
  const cause = new Error('unsupported startup parameter: statement_timeout');
  const reason = describeStartError(new DrizzleQueryError('insert into users', ['mina@example.com'], cause));
  expect(reason).toContain('Failed query: insert into users');
  expect(reason).toMatch(/Caused by: .*unsupported startup parameter: statement_timeout/);
  expect(reason).toMatch(/describe-start-error\.test\.ts/);
  expect(reason).not.toContain('mina@example.com');
});

test('what the reader can correct is told without a stack', () => {
  expect(describeStartError(new ConfigError(['PORT is taken']))).toBe(
    'Ringback cannot start:\n  - PORT is taken',
  );
});
