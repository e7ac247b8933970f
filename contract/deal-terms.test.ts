import fc from 'fast-check';
import { expect, test } from 'vitest';

import { defaultFee, shareOf } from './deal-terms.ts';

test.each([
  [42_050, defaultFee, { feeCents: 2152, vatCents: 0, sellerCents: 39_898 }],
  [42_060, defaultFee, { feeCents: 2153, vatCents: 0, sellerCents: 39_907 }],
  [30, defaultFee, { feeCents: 30, vatCents: 0, sellerCents: 0 }],
  [0, defaultFee, { feeCents: 0, vatCents: 0, sellerCents: 0 }],
  [
    10_000,
    { percent: 2.5, fixedCents: 0, vatPercent: 20 },
    { feeCents: 250, vatCents: 42, sellerCents: 9750 },
  ],
  [10_000, { percent: 0, fixedCents: 0, vatPercent: 20 }, { feeCents: 0, vatCents: 0, sellerCents: 10_000 }],
])('%i cents at %o are divided as %o', (cents, fee, share) => {
  expect(shareOf(cents, fee)).toEqual(share);
});

test('no fee loses a cent, exceeds the price or contains more tax than itself', () => {
  const fee = fc.record({
    percent: fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000),
    fixedCents: fc.nat({ max: 1000 }),
    vatPercent: fc.integer({ min: 0, max: 30_000 }).map((thousandths) => thousandths / 1000),
  });
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), fee, (cents, terms) => {
      const { feeCents, vatCents, sellerCents } = shareOf(cents, terms);
      expect(feeCents + sellerCents).toBe(cents);
      expect(feeCents).toBeGreaterThanOrEqual(0);
      expect(sellerCents).toBeGreaterThanOrEqual(0);
      expect(vatCents).toBeGreaterThanOrEqual(0);
      expect(vatCents).toBeLessThanOrEqual(feeCents);
      // Half a cent at most from the exact share.
      const exact = Math.max(0, cents - (cents * terms.percent) / 100 - terms.fixedCents);
      if (cents > 0) expect(Math.abs(sellerCents - exact)).toBeLessThanOrEqual(0.501);
    }),
  );
});
