import { expect, test } from 'vitest';

import { judgeSizes, measureSizes } from './check-sizes.ts';

test('the median and the 90th percentile are counted over production sources', () => {
  const lengths = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
  const files = new Map(lengths.map((lines) => [`server/users/verb-noun-${lines}.ts`, text(lines)]));
  files.set('server/users/service.test.ts', text(5000));
  files.set('db/migrations/0000_first.ts', text(5000));
  files.set('db/demo/makers.ts', text(5000));
  files.set('scripts/check.ts', text(5000));
  files.set('docs/architecture.md', text(5000));
  expect(measureSizes(files)).toMatchObject({ files: 10, median: 50, ninetieth: 90 });
});

test('a house of small files passes, and the numbers are printed', () => {
  const outcome = judgeSizes(measureSizes(new Map([['contract/users.ts', text(70)]])));
  expect(outcome).toEqual({
    ok: true,
    output: '1 source files: median 70 lines (at most 70), 90th percentile 70 (at most 200)',
  });
});

test('a median over 70 fails and names the longest files', () => {
  const outcome = judgeSizes(measureSizes(new Map([['contract/users.ts', text(71)]])));
  expect(outcome.ok).toBe(false);
  expect(outcome.output).toContain('71 contract/users.ts');
});

test('a 90th percentile over 200 fails though the median is low', () => {
  const small = Array.from({ length: 8 }, (_, at): [string, string] => [`web/ui/part-${at}.tsx`, text(20)]);
  const files = new Map([...small, ['web/ui/a.tsx', text(201)], ['web/ui/b.tsx', text(201)]]);
  expect(judgeSizes(measureSizes(files)).ok).toBe(false);
});

test('an empty tree has no length', () => {
  expect(measureSizes(new Map())).toEqual({ files: 0, median: 0, ninetieth: 0, longest: [] });
});

function text(lines: number): string {
  return 'line\n'.repeat(lines);
}
