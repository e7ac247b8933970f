// docs/api.md explains each call: it must name all of them, and no others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { endpoints } from '#contract/api.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');

test('the page names every call of the contract, and no other', () => {
  const declared = endpoints.map(({ spec }) => `${spec.method} ${spec.path.replaceAll(/:\w+/g, '{}')}`);
  expect([...new Set(callsOf(page))].toSorted()).toEqual(declared.toSorted());
});

/** The calls in the first column of the page's tables; `/decline-offer` after a call replaces the end of its path. */
function callsOf(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`(?:GET|POST|PUT|PATCH|DELETE) .*?) (?<!\\)\| /gm)];
  return cells.flatMap(([, cell = '']) => {
    let before = '';
    return [...cell.matchAll(/(?:`([A-Z]+) |, `)(\/[^`?]*)/g)].map(([, method, path = '']) => {
      before =
        method === undefined
          ? before.replace(/\/[^/]*$/, path)
          : `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
      return before;
    });
  });
}
