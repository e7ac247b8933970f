// Pages for engineers list the domains: the same ones in the same order as the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { domains } from '#contract/domains.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test.each(['README.md', 'docs/architecture.md'])('%s lists all domains in dependency order', (path) => {
  expect(read(path)).toContain(`\`${domains.join(', ')}\``);
});

test('the glossary explains all domains in dependency order', () => {
  const [, section = ''] = read('docs/glossary.md').split('## Domains');
  const [table = ''] = section.split('## ');
  const explained = [...table.matchAll(/^\| ([a-z]+) \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(['domain', ...domains]);
});
