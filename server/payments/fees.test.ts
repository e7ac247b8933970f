// The processor's fee for a charge is recorded in the ledger once the processor reports it.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderAccount } from '#contract/ledger.ts';
import { chargeFees } from '#db/tables/payments.ts';
import { checkLedger, findLedgerBalance, listLedgerEntries } from '#server/ledger/service.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { beginOrder, confirmCard, intentOf, openSilentMarket, report } from '#testing/card-processor.ts';
import type { Market } from '#testing/market.ts';
import { recordFees } from './record-fees.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('the fee of a sale is recorded once, and costs the order nothing', async () => {
  const { intent, productId, bookingId } = await paidOrder();
  await Promise.all([recordFees(market.services), recordFees(market.services)]);
  expect(await recordFees(market.services)).toBe(0);
  const shared = {
    kind: 'processor-fee',
    amountCents: 1249,
    charge: intent,
    orderId: bookingId,
    actor: null,
  };
  expect(await listLedgerEntries(market.services.db, `processor-fee:${intent}`)).toMatchObject([
    { ...shared, side: 'owner', fromAccount: 'processor_fees', toAccount: 'world' },
    { ...shared, side: 'place', fromAccount: 'processor', toAccount: 'world' },
  ]);
  expect(await findLedgerBalance(market.services.db, orderAccount(bookingId))).toBe(42_050);
  expect(await checkLedger(market.services.db)).toEqual([]);
  await expectAgreement(market.services, productId);
  const { explained, unexplained } = await compareBooks(market.services);
  expect([...explained, ...unexplained].filter((line) => line.includes(intent))).toEqual([]);
});

test('a charge that has not reached the balance yet is asked about again', async () => {
  const { intent, reachBalance } = await unbalancedOrder();
  expect(await recordFees(market.services)).toBe(0);
  expect(await feeRows(intent)).toEqual([]);
  await reachBalance();
  await recordFees(market.services);
  await expect.poll(() => feeRows(intent)).toHaveLength(2);
});

test('a charge that the processor does not know any more is not checked for ever', async () => {
  const { intent } = await unbalancedOrder();
  await market.services.db.$client.query('delete from sandbox_stripe.objects where id = $1', [intent]);
  await recordFees(market.services);
  expect(await recordFees(market.services)).toBe(0);
  expect(await feeRows(intent)).toEqual([]);
});

test('a fee that is not recorded yet is an explained difference', async () => {
  const { intent, reachBalance } = await unbalancedOrder();
  await market.services.db.delete(chargeFees).where(eq(chargeFees.transactionId, intent));
  await reachBalance();
  const { explained, unexplained } = await compareBooks(market.services);
  const words = '-1249 cents at the processor, 0 in the ledger: It happened minutes ago';
  expect(explained).toContainEqual(expect.stringContaining(`processor-fee:${intent}: ${words}`));
  expect(unexplained.filter((line) => line.includes(intent))).toEqual([]);
});

test('a fee that the ledger has in another amount is named', async () => {
  const { intent } = await paidOrder();
  await recordFees(market.services);
  await market.services.db.$client.query(
    `update sandbox_stripe.objects set data = (data::jsonb || '{"fee": 1000}')::json
     where object = 'balance_transaction' and parent = (
       select id from sandbox_stripe.objects where object = 'charge' and parent = $1)`,
    [intent],
  );
  const { unexplained } = await compareBooks(market.services);
  expect(unexplained).toEqual([`processor-fee:${intent}: -1000 cents at the processor, -1249 in the ledger`]);
});

async function paidOrder() {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  const intent = intentOf(order.secret);
  expect((await report(order.buyer, order.bookingId, intent)).status).toBe(200);
  return { ...order, intent };
}

/** An order whose charge is settled, but not in the processor's balance yet. */
async function unbalancedOrder() {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  const intent = intentOf(order.secret);
  const transaction = await changeCharge(intent, null);
  expect((await report(order.buyer, order.bookingId, intent)).status).toBe(200);
  return { ...order, intent, reachBalance: () => changeCharge(intent, transaction) };
}

const feeRows = (intent: string) => listLedgerEntries(market.services.db, `processor-fee:${intent}`);

/** Sets the balance transaction of a charge. @returns the former one */
async function changeCharge(intent: string, transaction: string | null): Promise<string> {
  const { rows } = await market.services.db.$client.query<{ before: string }>(
    `with charge as (
       select id, data ->> 'balance_transaction' as before from sandbox_stripe.objects
       where object = 'charge' and parent = $1
     )
     update sandbox_stripe.objects as o
     set data = (o.data::jsonb || jsonb_build_object('balance_transaction', $2::text))::json
     from charge where o.id = charge.id returning charge.before`,
    [intent, transaction],
  );
  return rows[0]?.before ?? '';
}
