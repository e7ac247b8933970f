// What notifications say in situations that are rare in a whole market.
import { expect, test } from 'vitest';

import { wordsOf } from './notification-kinds.ts';
import type { OrderNews } from './orders-state-notifications.ts';

const about = { orderId: 'o1', model: 'Pixel 8 Pro', isHeldBack: false };
const held = { ...about, isHeldBack: true };

test('while a bank holds the payment back, no notification asks the seller to hand the phone over or send it', () => {
  const wait = 'do not hand the phone over or send it until the bank has decided';
  const sale = { buyer: 'Bashir', phone: '01811000000', place: 'Gulshan 2', cents: 39_898, until: null };
  for (const { text } of [
    wordsOf('order-sold', { ...held, ...sale }),
    wordsOf('order-delivery', { ...held, isParcel: true }),
    wordsOf('order-delivery', { ...held, isParcel: false }),
    wordsOf('order-kept', held),
  ]) {
    expect(text).toContain(wait);
    expect(text).not.toMatch(/Send the phone|Arrange|go on with|Hand the phone over/);
  }
  expect(wordsOf('order-kept', about).text).not.toContain(wait);
  expect(wordsOf('order-delivery', { ...about, isParcel: true }).text).not.toContain(wait);
});

test('while their bank holds the payment back, a buyer is not asked to arrange the hand-over', () => {
  const bought = { seller: 'Selina', phone: '01711000000', place: 'Gulshan 2', cents: 42_050, until: null };
  const { text } = wordsOf('order-bought', { ...held, ...bought });
  expect(text).toContain('Your bank is looking at the payment: no money moves until it has decided.');
  expect(text).not.toMatch(/Arrange|Give it to the seller/);
  expect(wordsOf('order-bought', { ...about, ...bought }).text).toContain(
    'Arrange the hand-over with Selina',
  );
});

test('while a bank holds the payment back, nobody is asked for what is not possible until it has decided', () => {
  const news: OrderNews = {
    ...held,
    state: 'disputed',
    from: 'handed_over',
    reader: 'seller',
    by: 'buyer',
    reason: null,
    until: null,
    cents: 0,
    hasMoreBack: false,
    isAllBack: false,
    wasCompleted: false,
    buyerHasPhone: true,
    mayBuyerHavePhone: true,
    isCorrected: false,
    isWithAdmin: false,
    isAdopted: false,
    wasSentBack: false,
    mayList: true,
    isKept: false,
    isTakenByBank: false,
  };
  expect(wordsOf('order-problem', news).text).toContain('Please answer on the order’s page: make an offer,');
  expect(wordsOf('order-problem', { ...news, isHeldBack: false }).text).toContain(
    'give the money back, make',
  );
  const part = { offer: 'A part', dueAt: null, losesBySilence: false, buyerHasPhone: true };
  const offer = { ...part, by: 'seller' } as const;
  expect(wordsOf('dispute-offer', { ...held, ...offer }).text).toContain(
    'Decline it on the order’s page, or make another offer. It can be accepted once the bank has decided.',
  );
  expect(wordsOf('dispute-offer', { ...about, ...offer }).text).toContain('Accept or decline it');
});

test('a buyer who is reminded of a parcel reads until when the seller can send it', () => {
  const data = { ...about, reader: 'buyer', other: 'Selina', phone: '01711000000' } as const;
  const parcel = { ...data, until: '2026-12-14T08:41:00.000Z', isParcel: true };
  expect(wordsOf('order-reminder', parcel).text).toContain('They have until 14 Dec 2026, 08:41 UTC.');
  expect(wordsOf('order-reminder', { ...parcel, until: null }).text).not.toContain('until');
});

test('a seller from whose sale a bank has taken a part reads what is left of it', () => {
  const news = { ...about, isOpen: false, isStillHeld: false, deletedSide: undefined };
  const taken = { ...news, taken: 'It has taken $100.00 of the payment.', sellerCents: undefined };
  expect(wordsOf('order-released', { ...taken, sellerCents: 29_898 }).text).toContain(
    'Of this sale you keep $298.98. If more was paid out to you already, it is subtracted from your next sales.',
  );
  expect(wordsOf('order-released', { ...taken, sellerCents: -1_102 }).text).toContain(
    'Nothing of this sale is left for you, and it costs you $11.02.',
  );
  expect(wordsOf('order-released', { ...taken, isOpen: true, sellerCents: 29_898 }).text).toContain(
    'Of this sale you get $298.98 once the order is completed.',
  );
  expect(wordsOf('order-released', taken).text).not.toContain('this sale');
});

test('admins read of a bank’s question that a seller can refund only what they have not got', () => {
  const charge = { model: 'Pixel 8 Pro', isSale: true, cents: 42_050, currency: 'usd' };
  const inquiry = { ...charge, isInquiry: true, reason: 'general', dueAt: null };
  const open = wordsOf('chargeback-opened', { ...inquiry, isCompleted: false });
  expect(open.text).toContain('the seller can give it');
  const completed = wordsOf('chargeback-opened', { ...inquiry, isCompleted: true });
  expect(completed.text).toContain('A full refund ends it: you can give it at the card processor.');
});

test('whoever is asked to write to us is led to how', () => {
  expect(wordsOf('payouts-refused', undefined).link?.path).toBe('/about/contact');
  const failed = { cents: 39_898, reason: null, isByHand: false, details: undefined };
  expect(wordsOf('payout-failed', { ...failed, details: 'ask' }).link?.path).toBe('/about/contact');
  expect(wordsOf('payout-failed', failed).link?.path).toBe('/dashboard/payouts');
});

test('a seller who has entered their bank account is not told that we do not know it', () => {
  const { text } = wordsOf('payout-waiting', { cents: 39_898 });
  expect(text).toContain('Payouts says what is missing.');
  expect(text).not.toContain('where to send');
});

test('a warning of wrong codes holds also for a sign-in that began at Google', () => {
  const { title, text } = wordsOf('second-factor-guesses', undefined);
  expect(title).not.toContain('password');
  expect(text).toContain('with your password or your Google account');
});

test('a person whose account was deleted is not told that a parcel on its way is cancelled', () => {
  const { text } = wordsOf('account-removed', undefined);
  expect(text).toContain(
    'Paid orders whose phone was neither handed over nor sent are cancelled and refunded.',
  );
});
