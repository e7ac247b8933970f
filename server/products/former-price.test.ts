// Which former price may be shown beside a lowered one.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formerPrice, type Offer } from './former-price.ts';

const hours = (count: number): Date => new Date(Date.UTC(2026, 0, 1, count));

/** Offers, each with the hour in which it began. */
const offers = (...rows: readonly (readonly [hour: number, cents: number | null])[]): Offer[] =>
  rows.map(([hour, cents]) => ({ at: hours(hour), cents }));

test('a price that was on offer for a day or more is the former price of a lower one', () => {
  expect(formerPrice(offers([0, 500]), 450, hours(24))).toBe(500);
});

test('a price of less than a day is no former price', () => {
  expect(formerPrice(offers([0, 500]), 450, hours(23))).toBeUndefined();
});

test('a price that was raised only to be lowered is no former price', () => {
  expect(formerPrice(offers([0, 420], [240, 1000]), 420, hours(290))).toBeUndefined();
  expect(formerPrice(offers([0, 420], [240, 1000]), 410, hours(290))).toBe(420);
});

test('prices of more than 30 days ago do not count', () => {
  expect(formerPrice(offers([0, 300], [24, 500]), 450, hours(24 + 30 * 24))).toBe(500);
});

test('while a phone is not on offer its price does not count', () => {
  expect(formerPrice(offers([0, 500], [2, null]), 450, hours(100))).toBeUndefined();
  expect(formerPrice(offers([0, 500], [20, null], [60, 500]), 450, hours(64))).toBe(500);
});

test('a former price is always higher than the new one, and was on offer', () => {
  const row = fc.record({
    gap: fc.integer({ min: 0, max: 400 }),
    cents: fc.option(fc.integer({ min: 1, max: 9 })),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (rows, next) => {
      let hour = 0;
      const all = rows.map(({ gap, cents }) => ({ at: hours((hour += gap)), cents }));
      const former = formerPrice(all, next, hours(hour + 30));
      if (former === undefined) return;
      expect(former).toBeGreaterThan(next);
      expect(all.map(({ cents }) => cents)).toContain(former);
    }),
  );
});
