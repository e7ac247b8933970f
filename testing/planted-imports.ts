/** Planted imports for the import checker, which must find the wrong ones and accept the right ones. */
import { expect, test } from 'vitest';

import { checkImports } from '#scripts/check-imports.ts';

/** Files by path, with their content. */
export interface Planted {
  readonly rule: string;
  readonly wrong: Record<string, string>;
  readonly right: Record<string, string>;
}

/** The domains of the planted repository, in their order. */
export const plantedDomains = ['users', 'products', 'bookings'];

/** A test for each: the checker reports the wrong import and accepts the right one. */
export function testPlanted(planted: readonly Planted[]): void {
  test.each(planted)('red where planted, green where right: $rule $wrong', ({ rule, wrong, right }) => {
    const found = checkImports(new Map(Object.entries(wrong)), plantedDomains);
    expect(found.map((finding) => finding.rule).join('\n')).toContain(rule);
    expect(checkImports(new Map(Object.entries(right)), plantedDomains)).toEqual([]);
  });
}
