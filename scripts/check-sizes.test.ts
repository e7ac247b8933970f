import { expect, test } from 'vitest';

import { findOversize } from './check-sizes.ts';

test('a source file of 300 lines passes, one of 301 is named', () => {
  expect(findOversize(new Map([['contract/users.ts', lines(300)]]))).toEqual([]);
  expect(findOversize(new Map([['contract/users.ts', lines(301)]]))).toEqual([
    'contract/users.ts has 301 lines (at most 300): split it by thought',
  ]);
});

test('the limit holds for style sheets, tests and scripts as well', () => {
  const paths = [
    'web/styles/frame.css',
    'server/users/users.test.ts',
    'e2e/auth.spec.ts',
    'scripts/prepare.mjs',
  ];
  for (const path of paths) expect(findOversize(new Map([[path, lines(301)]]))).toHaveLength(1);
});

test('generated migrations, tables of facts and documents have no limit', () => {
  const paths = [
    'db/migrations/0000_first.ts',
    'db/devices/apple.ts',
    'db/demo/phones.ts',
    'docs/testing.md',
  ];
  expect(findOversize(new Map(paths.map((path) => [path, lines(5000)])))).toEqual([]);
});

test('fifteen npm scripts pass, sixteen do not', () => {
  expect(findOversize(new Map([['package.json', manifest(15)]]))).toEqual([]);
  expect(findOversize(new Map([['package.json', manifest(16)]]))).toEqual([
    'package.json has 16 npm scripts (at most 15)',
  ]);
});

const lines = (count: number): string => 'line\n'.repeat(count);

const manifest = (count: number): string =>
  JSON.stringify({
    scripts: Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, 'true'])),
  });
