import { expect, test } from 'vitest';

import { findViolations } from './check-hygiene.ts';

/** Split, so that this file does not contain the texts that it plants. */
const join = (...parts: string[]) => parts.join('');

test.each([
  ['a path of this machine', 'docs/running.md', join('Data lies in /wo', 'rk/main/data')],
  ['a path of the temporary folder', 'server/app.ts', join("const path = '/t", "mp/images';")],
  ['a lockfile with hosts', 'package-lock.json', join('"resolved', '": "https://registry.npmjs.org/pg.tgz"')],
  ['a registry in .npmrc', '.npmrc', 'registry=https://registry.example.com'],
  ['a private registry', 'docs/install.md', 'npm install from packages.example.org'],
  ['a skipped test', 'server/users/access.test.ts', join('test.sk', "ip('sellers', () => {});")],
  ['a lonely test', 'e2e/users.spec.ts', join('test.describe.on', "ly('sellers', () => {});")],
  ['a planned test', 'contract/money.test.ts', join('it.to', "do('sellers');")],
  ['an excused test', 'e2e/users.spec.ts', join('  test.fix', 'me();')],
  ['unfinished work', 'server/app.ts', join('// TO', 'DO later')],
])('%s is a violation', (_, path, text) => {
  const violations = findViolations(new Map([[path, `\n${text}\n`]]), 'https://packages.example.org/npm/');
  expect(violations).toEqual([{ path, line: 2, what: expect.any(String) }]);
});

test.each([
  ['docs/running.md', 'See docs/work/plan.md, https://example.com/tmp/x and ./tmp/cache'],
  ['server/app.ts', "const path = join(tmpdir(), 'images');"],
  ['package-lock.json', '"resolved": "packages/local", "link": true'],
  [
    'server/users/access.test.ts',
    "test.skipIf(!hasPostgres15)('reads', () => {}); const only = list.only();",
  ],
  ['docs/install.md', 'npm install from registry.npmjs.org'],
])('%s may say so', (path, text) => {
  expect(findViolations(new Map([[path, text]]), 'https://registry.npmjs.org/')).toEqual([]);
});
