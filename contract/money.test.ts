import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatAmount, fromSmallestUnit } from './format-amount.ts';
import { formatPrice, fromCents, maxPrice, savingPercent, toCents } from './money.ts';
import { paymentNotifications } from './payments-notifications.ts';
import { Price } from './price.ts';

const cents = fc.integer({ min: 1, max: maxPrice * 100 });
const messageOf = (value: unknown): string | undefined =>
  Price('tell Buying Price').safeParse(value).error?.issues[0]?.message;

test('every price from a cent to the highest goes to cents and back without a loss', () => {
  fc.assert(
    fc.property(cents, (count) => {
      expect(toCents(fromCents(count))).toBe(count);
    }),
  );
});

test('every price as a client writes it is whole cents', () => {
  fc.assert(
    fc.property(cents, (count) => {
      // As typed by a person: "0.29" has no exact binary fraction.
      const written = `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`;
      const price = JSON.parse(written);
      expect(messageOf(price)).toBeUndefined();
      expect(toCents(price)).toBe(count);
    }),
  );
});

test('a price with a fraction of a cent is refused', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 9 }), (count, thousandths) => {
      const price = Number(`${fromCents(count - 1).toFixed(2)}${thousandths}`);
      expect(messageOf(price)).toBe('The price has at most two decimals');
    }),
  );
});

test('an accepted price is never stored as 0', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (price) => {
      if (Price('').safeParse(price).success) expect(toCents(price)).toBeGreaterThan(0);
    }),
  );
});

test.each([
  [0.01, undefined],
  [100_000, undefined],
  [0, 'The price is more than $0'],
  [-0.01, 'The price is more than $0'],
  [100_000.01, 'The price is at most $100,000'],
  [1e21, 'The price is at most $100,000'],
  [Number.MAX_VALUE, 'The price is at most $100,000'],
  [1e-9, 'The price has at most two decimals'],
  ['420.5', 'tell Buying Price'],
  [Number.NaN, 'tell Buying Price'],
  [Number.POSITIVE_INFINITY, 'tell Buying Price'],
  [undefined, 'tell Buying Price'],
  [null, 'tell Buying Price'],
])('the price %s is answered with %s', (price, message) => {
  expect(messageOf(price)).toBe(message);
});

test.each([
  [1420.5, '$1,420.50'],
  [0.01, '$0.01'],
  [100_000, '$100,000.00'],
])('the price %d reads %s', (price, text) => {
  expect(formatPrice(price)).toBe(text);
});

test.each([
  [800, 400, 50],
  [799.99, 420.5, 47],
  [100, 99.99, 0],
  [100, 100, 0],
  [100, 150, 0],
])('bought at %d and sold at %d saves %d per cent', (buy, sell, percent) => {
  expect(savingPercent(buy, sell)).toBe(percent);
});

test('a saving is never more than it is, and never all', () => {
  fc.assert(
    fc.property(cents, cents, (buy, sell) => {
      const percent = savingPercent(fromCents(buy), fromCents(sell));
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThan(100);
      expect(percent / 100).toBeLessThanOrEqual(Math.max(0, (buy - sell) / buy) + 1e-9);
    }),
  );
});

test('what leaves has a minus sign, as wide as a digit, before its currency', () => {
  expect([6.95, 0, -6.95, -1420.5].map(formatPrice)).toEqual(['$6.95', '$0.00', '−$6.95', '−$1,420.50']);
});

const written = (amount: number, currency: string): string =>
  formatAmount({ amount: fromSmallestUnit(amount, currency), currency });

test('an amount in another currency has the decimals of that currency', () => {
  expect(written(1_234, 'usd')).toBe('$12.34');
  expect(written(1_234, 'eur')).toBe('€12.34');
  expect(written(5_000, 'jpy')).toBe('¥5,000');
  expect(fromSmallestUnit(5_000, 'kwd')).toBe(5);
});

test('a chargeback is shown in its own currency, and names no order that does not exist', () => {
  const charge = { model: undefined, isSale: false, isCompleted: false, cents: 5_000, currency: 'jpy' };
  const news = { ...charge, isInquiry: false, reason: 'fraudulent', dueAt: null };
  const { title, text } = paymentNotifications['chargeback-opened'].words(news);
  expect(title).toBe('A bank has taken back a payment of ¥5,000');
  expect(text).not.toContain('order');
});
