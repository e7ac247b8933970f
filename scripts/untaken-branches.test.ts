import { expect, test } from 'vitest';
import { listUntakenBranches } from './untaken-branches.ts';

test('names the branches that no test took, by line', () => {
  const report = {
    '/a.ts': {
      branchMap: {
        0: { type: 'if', loc: at(9), locations: [at(9), { start: {} }] },
        1: { type: 'cond-expr', loc: at(3), locations: [at(3), at(4)] },
      },
      b: { 0: [1, 0], 1: [2, 0] },
    },
    '/b.ts': { branchMap: { 0: { type: 'if', loc: at(1), locations: [at(1)] } }, b: { 0: [7] } },
  };
  expect(listUntakenBranches(report)).toEqual(['/a.ts:4 (cond-expr)', '/a.ts:9 (if)']);
});

function at(line: number): { start: { line: number } } {
  return { start: { line } };
}
