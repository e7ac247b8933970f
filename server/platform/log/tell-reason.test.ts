import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';

import { ConfigError } from '#server/platform/config.ts';

import { reasonOf } from './tell-reason.ts';

test('the reason of a failed statement has its cause, and not the values that were sent', () => {
  const cause = new Error('unsupported startup parameter: statement_timeout');
  const reason = reasonOf(new DrizzleQueryError('insert into users', ['mina@example.com'], cause));
  expect(reason).toContain('Failed query: insert into users');
  expect(reason).toMatch(/Caused by: .*unsupported startup parameter: statement_timeout/);
  expect(reason).toMatch(/tell-reason\.test\.ts/);
  expect(reason).not.toContain('mina@example.com');
});

test('what the reader can correct is told without a stack', () => {
  expect(reasonOf(new ConfigError(['PORT is taken']))).toBe('Ringback cannot start:\n  - PORT is taken');
});
