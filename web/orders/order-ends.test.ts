import { expect, test } from 'vitest';

import type { Order } from '#contract/orders.ts';

import { endingOf } from './order-ends.ts';

const completed = (changes: Partial<Order>, from: Order['state'] = 'handed_over'): Order =>
  // Only these fields are read.
  ({
    role: 'buyer',
    buyer: 'Bashir',
    seller: 'Rahim',
    state: 'completed',
    amountCents: 42_050,
    refundedCents: 0,
    refund: null,
    problem: null,
    mayBuyerHavePhone: true,
    returnParcel: null,
    timeline: [{ state: from }, { state: 'completed' }],
    ...changes,
  }) as Order;

const adviceOf = (...order: Parameters<typeof completed>): string => endingOf(completed(...order)).advice;

test('a buyer is not told to enjoy a phone that was disputed', () => {
  expect(adviceOf({})).toBe('The phone is yours. Enjoy it.');
  expect(adviceOf({}, 'disputed')).toBe('The seller gets the money.');
});

const heldBackFrom = (role: Order['role']): string => adviceOf({ role, hasOpenChargeback: true });

test('while a bank holds the payment of a completed order, nobody reads that its money is the seller’s', () => {
  expect(heldBackFrom('seller')).toContain('no money moves until it has decided');
  expect(heldBackFrom('seller')).toContain('is subtracted from your next sales');
  expect(heldBackFrom('seller')).not.toContain('is yours');
  expect(heldBackFrom('buyer')).toContain('no money moves until it has decided');
  expect(heldBackFrom('admin')).toContain('its chargeback is under Needs attention');
  expect(heldBackFrom('admin')).not.toContain('is Rahim’s');
});

test('a part that a bank has refused is not said to be on its way', () => {
  const part = { refundedCents: 10_001, refund: 'delayed' } as const;
  const underWay = { ...part, refund: 'under-way' } as const;
  expect(adviceOf(underWay)).toBe('The phone is yours, and $100.01 goes back to you.');
  expect(adviceOf({ ...underWay, mayBuyerHavePhone: false })).toBe('$100.01 goes back to you.');
  expect(adviceOf(part)).toContain('It could not be paid to your card');
});

test('a part that has arrived is not said to be on its way either', () => {
  const part = { refundedCents: 10_001, refund: 'done' } as const;
  expect(adviceOf(part)).toBe('The phone is yours, and $100.01 has gone back to you.');
  expect(adviceOf({ ...part, role: 'admin' })).toMatch(/^\$100\.01 has gone back to Bashir;/);
});

test('both sides of a completed order whose phone was sent back read whose it is', () => {
  const returnParcel = { carrier: 'DHL', trackingNumber: 'R1', sentAt: '', deliveredAt: null };
  expect(adviceOf({ returnParcel })).toContain('If Rahim has the phone, agree with them how you get it.');
  expect(adviceOf({ returnParcel, role: 'seller' })).toContain('agree with Bashir how they get it.');
  // If all money was refunded, the phone went back as well.
  expect(adviceOf({ returnParcel, refundedCents: 42_050 })).toBe('All your money has gone back to you.');
});

test('the money of a completed order is in its seller’s balance, which may only settle a debt', () => {
  const balance = 'added to your balance: Payouts shows where it is.';
  expect(adviceOf({ role: 'seller' })).toBe(`The money has been ${balance}`);
  const part = { role: 'seller', refundedCents: 10_001, refund: 'under-way' } as const;
  expect(adviceOf(part)).toBe(`$100.01 goes back to Bashir; the rest of the money has been ${balance}`);
  expect(adviceOf({ ...part, sellerCents: 0 })).toBe('$100.01 goes back to Bashir; nothing is left for you.');
});

test('a seller whom we pay after a refund reads so where the order stands', () => {
  const order = { refundedCents: 42_050, sellerCents: 39_898 } as const;
  const gone = 'All money has gone back to Bashir.';
  expect(adviceOf({ ...order, role: 'seller' })).toBe(
    `${gone} We pay you $398.98 ourselves: Payouts shows where it is.`,
  );
  expect(adviceOf({ ...order, role: 'admin' })).toBe(`${gone} Ringback itself pays $398.98 to Rahim.`);
  expect(adviceOf({ refundedCents: 42_050, sellerCents: 0, role: 'seller' })).toBe(gone);
});
