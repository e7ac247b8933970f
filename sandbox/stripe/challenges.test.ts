import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTestShop, publishableKey, type TestIntent, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

/** Confirms with a card that needs a challenge. @returns the challenge's URL on the test's server */
async function askBank(intent: TestIntent, method = 'pm_card_authenticationRequired'): Promise<string> {
  const { body } = await shop.confirm(intent, method);
  expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  const { source, stripe_js: url } = body['next_action'].use_stripe_sdk;
  expect(url).toBe(`http://shop.test/sandbox/stripe/3ds/${source}`);
  return `${shop.base}/3ds/${source}`;
}

function answer(url: string, outcome: 'complete' | 'fail'): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
}

const statusOf = async ({ id }: TestIntent): Promise<string> =>
  (await shop.stripe.paymentIntents.retrieve(id)).status;

test.each(['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'])(
  '%s is charged only after the person has said yes',
  async (method) => {
    const intent = await shop.newIntent();
    const url = await askBank(intent, method);
    expect(await statusOf(intent)).toBe('requires_action');
    const page = await fetch(url);
    const html = await page.text();
    expect(html).toContain('$420.50');
    expect(html).toMatch(/>Complete<[\s\S]*>Fail</);
    expect(html).not.toMatch(/style=|<script>/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await (await answer(url, 'complete')).text()).toContain('data-state="closed"');
    expect(await statusOf(intent)).toBe('succeeded');
  },
);

test('who says no pays nothing and can try another card', async () => {
  const intent = await shop.newIntent();
  await answer(await askBank(intent), 'fail');
  const failed = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  });
  expect((await shop.confirm(intent, 'pm_card_visa')).body['status']).toBe('succeeded');
});

test('a card may be declined after the person has said yes', async () => {
  const intent = await shop.newIntent();
  const method = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds';
  await answer(await askBank(intent, method), 'complete');
  const failed = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect(failed.last_payment_error).toMatchObject({ decline_code: 'insufficient_funds' });
});

test('answers at once charge once, and the first one counts', async () => {
  const intent = await shop.newIntent();
  const url = await askBank(intent);
  await Promise.all(Array.from({ length: 10 }, (_, place) => answer(url, place % 2 ? 'fail' : 'complete')));
  const settled = await shop.stripe.paymentIntents.retrieve(intent.id);
  const { data } = await shop.stripe.charges.list({ payment_intent: intent.id });
  expect(data).toHaveLength(settled.status === 'succeeded' ? 1 : 0);
  const before = await statusOf(intent);
  await answer(url, before === 'succeeded' ? 'fail' : 'complete');
  expect(await statusOf(intent)).toBe(before);
});

test('a question that was overtaken by another amount, card or a cancel settles nothing', async () => {
  const dearer = await shop.newIntent();
  const first = await askBank(dearer);
  await shop.stripe.paymentIntents.update(dearer.id, { amount: 99_000 });
  await answer(first, 'complete');
  expect(await statusOf(dearer)).toBe('requires_confirmation');
  const cancelled = await shop.newIntent();
  const second = await askBank(cancelled);
  await shop.stripe.paymentIntents.cancel(cancelled.id);
  await answer(second, 'complete');
  expect(await statusOf(cancelled)).toBe('canceled');
  expect((await fetch(second)).status).toBe(404);
});

test('without stripe.js the person is sent to the bank and back', async () => {
  const { id } = await shop.newIntent();
  const waiting = await shop.stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://shop.test/back?order=1',
  });
  const url = waiting.next_action?.redirect_to_url?.url ?? '';
  const back = await answer(url.replace('http://shop.test/sandbox/stripe', shop.base), 'complete');
  expect(back.status).toBe(303);
  const target = new URL(back.headers.get('location') ?? '');
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    order: '1',
    payment_intent: id,
    redirect_status: 'succeeded',
  });
});

test('a return address that is none is refused', async () => {
  const intent = await shop.newIntent();
  const reply = await shop.post(`/v1/payment_intents/${intent.id}/confirm`, {
    key: publishableKey,
    client_secret: intent.secret,
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'nowhere',
  });
  expect([reply.status, reply.body['error'].param]).toEqual([400, 'return_url']);
});
