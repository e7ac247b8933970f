// The deals after the first `npm start`: one in each state, of the demo's seller and buyer, with their money.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderStates } from '#contract/orders-machine.ts';
import { checkLedger } from '#server/ledger/service.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { listUnposted } from '#server/payments/service.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { overviewOf, untilSent } from '#testing/payouts.ts';
import { makeDemoDeals } from './demo-deals.ts';

let market: Market;
let buyer: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  buyer = await market.person('buyer', { email: 'buyer@example.com' });
  seller = await market.person('seller', { email: 'seller@example.com', emailVerified: true });
  for (const model of ['Pixel 8', 'Galaxy S23', 'iPhone 14']) await market.phone(seller, { model });
});
afterAll(() => market.close());

const sales = async () => (await seller.get('/sales')).body;

test('the demo has a deal in each state, also where making them was broken off', async () => {
  const { services } = market;
  // The process dies after three charges: the fourth deal stays booked and unpaid.
  const { paymentIntents } = services.stripe;
  const confirm = paymentIntents.confirm.bind(paymentIntents);
  let left = 3;
  paymentIntents.confirm = (...args: Parameters<typeof confirm>) => {
    if (left === 0) throw new Error('ended in between');
    left -= 1;
    return confirm(...args);
  };
  await expect(makeDemoDeals(services)).rejects.toThrow('ended in between');
  paymentIntents.confirm = confirm;
  expect(await sales()).toHaveLength(3);
  await makeDemoDeals(services);
  await makeDemoDeals(services);

  const states = (await sales()).map(({ state }: { state: string }) => state);
  expect(states.toSorted()).toEqual(orderStates.toSorted());
  expect(states[0]).toBe('paid');
  const [paid] = await sales();
  expect((await buyer.get(`/orders/${paid._id}`)).body.code.digits).toMatch(/^\d{6}$/);
  expect((await buyer.get(`/bookedProduct?email=${buyer.email}`)).body).toHaveLength(orderStates.length);
  // The session that the job created for its bookings is gone.
  expect((await buyer.get('/sessions')).body).toHaveLength(1);

  // The money of the completed deal is on its way to the seller's bank.
  const [{ sellerCents: share }] = (await sales()).filter(
    ({ state }: { state: string }) => state === 'completed',
  );
  await untilSent(seller, share);
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: 0, onItsWayCents: share, blockedBy: null });

  await expect.poll(() => refundsOpen(), { timeout: 20_000 }).toBe(0);
  await recordFees(services);
  for (const { productId } of await sales()) await expectAgreement(services, productId);
  expect(await checkLedger(services.db)).toEqual([]);
  expect(await listUnposted(services.db)).toEqual([]);
  expect((await compareBooks(services)).unexplained).toEqual([]);
}, 120_000);

async function refundsOpen(): Promise<number> {
  const { rows } = await market.services.db.execute<{ open: number }>(
    sql`select count(*)::int as open from orders where state in ('cancelled', 'refunded')
        and not exists (select from payments where payments.booking_id = orders.id and payments.state = 'refunded')`,
  );
  return rows[0]?.open ?? -1;
}
