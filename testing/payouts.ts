/** Sellers' onboarding at the processor, and their money's way to the bank, for tests that control the timing. */
import { and, desc, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect, vi } from 'vitest';

import type { PayoutOverview } from '#contract/payouts.ts';
import { payouts, payoutSellers } from '#db/tables/payouts.ts';
import { users } from '#db/tables/users.ts';
import { endDue } from '#sandbox/stripe/sandbox.ts';
import type { Reply } from './caller.ts';
import type { Market, TestPerson } from './market.ts';
import { orderIn, type Sides } from './order-requests.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';

/** The bank accounts of the processor's test mode. */
export const banks = { good: '000123456789', refusing: '000111111116' } as const;

/** A seller, a buyer and an admin, each with a confirmed address. */
export async function openSides(market: Market): Promise<Sides> {
  const confirmed = { emailVerified: true };
  return {
    buyer: await market.person('buyer', confirmed),
    seller: await market.person('seller', confirmed),
    admin: await market.person('admin', confirmed),
  };
}

/** Begins the onboarding and submits its form. @returns the URL that the page redirects to */
export async function onboard(
  seller: TestPerson,
  form: { outcome?: 'complete' | 'incomplete' | 'rejected'; bank?: string } = {},
): Promise<string> {
  const { status, body } = await seller.post('/payouts/onboarding', {});
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  const page = await (await fetch(body.url)).text();
  const [, visit = ''] = /name="visit" value="(\w+)"/.exec(page) ?? [];
  const answer = await fetch(body.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ visit, outcome: 'complete', bank: banks.good, ...form }),
  });
  if (answer.status !== 303) throw new Error(`the form was refused: ${answer.status}`);
  return answer.headers.get('location') ?? '';
}

export async function accountOf({ services: { db } }: Market, { id }: TestPerson): Promise<string> {
  const [row] = await db.select().from(payoutSellers).where(eq(payoutSellers.sellerId, id));
  if (row?.accountId == null) throw new Error('no account');
  return row.accountId;
}

export async function overviewOf(seller: TestPerson): Promise<PayoutOverview> {
  const { status, body } = await seller.get('/payouts/overview');
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Waits until a seller's overview has the expected values. */
export async function untilOverview(seller: TestPerson, expected: Partial<PayoutOverview>): Promise<void> {
  await vi.waitFor(async () => expect(await overviewOf(seller)).toMatchObject(expected), {
    timeout: 30_000,
    interval: 50,
  });
}

/** Waits until these amounts were transferred for a seller's bank, one transfer each. */
export async function untilSent(seller: TestPerson, ...amounts: readonly number[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await seller.get('/payouts');
      const sent = body.filter(({ state }: { state: string }) => state === 'sent');
      expect(sent.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual(amounts);
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** A sale without problems. @returns the order's id */
export const completedSale = (market: Market, sides: Sides): Promise<string> =>
  orderIn(market, sides, 'completed');

/** As if the days had passed until the processor pays a seller's bank, and those until the bank has answered. */
export async function letBankAnswer(market: Market, seller: TestPerson): Promise<void> {
  const account = await accountOf(market, seller);
  const { $client } = market.services.db;
  await fetch(`${market.address}/sandbox/stripe/connect/accounts/${account}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
  });
  const isThere = async (status: string) => {
    const { rows } = await $client.query(
      `select 1 from sandbox_stripe.objects where object = 'payout' and account = $1 and data ->> 'status' = $2`,
      [account, status],
    );
    return rows.length > 0;
  };
  // The processor may be moving it itself at this moment.
  const untilMoved = (isInTransit: boolean): Promise<void> =>
    vi.waitFor(async () => {
      await endDue($client);
      expect(await isThere('in_transit')).toBe(isInTransit);
    }, 20_000);
  await untilMoved(true);
  await $client.query('update sandbox_stripe.payout_outcomes set due_at = now()');
  await untilMoved(false);
}

/** Confirms a person's address. */
export async function confirmAddress({ services: { db } }: Market, { id }: TestPerson): Promise<void> {
  await writeUnpublished(db).update(users).set({ emailVerified: true }).where(eq(users.id, id));
}

/** A seller's whole statement, newest first. */
export async function statementOf(seller: TestPerson): Promise<Reply['body'][]> {
  const { body } = await seller.get('/payouts/statement?limit=100');
  return body;
}

/** The newest transfer to a seller. */
export async function findSent(
  { services: { db } }: Market,
  { id }: TestPerson,
): Promise<{ payoutId: string; transferId: string }> {
  const isSent = and(eq(payouts.sellerId, id), eq(payouts.state, 'sent'));
  const [row] = await db.select().from(payouts).where(isSent).orderBy(desc(payouts.id));
  if (row?.transferId == null) throw new Error('no transfer');
  return { payoutId: row.id, transferId: row.transferId };
}

/**
 * The state if a process dies between the transfer and storing it. The job that looks for transfers that were not made
 * ignores it: the test decides when to continue.
 */
export async function forgetTransfer({ services }: Market, id: string): Promise<void> {
  await services.db.$client.query(
    `alter table ledger_entries disable trigger user; alter table ledger_balances disable trigger user;
     alter table ledger_statement_rows disable trigger user;
     update ledger_balances set balance_cents = balance_cents + (select amount_cents from payouts where id = '${id}')
       where account = (select 'seller:' || seller_id from payouts where id = '${id}');
     delete from ledger_statement_rows where entry_id in (select id from ledger_entries
       where idempotency_key like 'transfer:' || (select transfer_id from payouts where id = '${id}') || '/%');
     delete from ledger_entries
       where idempotency_key like 'transfer:' || (select transfer_id from payouts where id = '${id}') || '/%';
     alter table ledger_entries enable trigger user; alter table ledger_balances enable trigger user;
     alter table ledger_statement_rows enable trigger user;
     update payouts set state = 'requested', transfer_id = null, sent_at = null, updated_at = 'infinity'
       where id = '${id}'`,
  );
}

/** The processor's transfers of an order. */
export async function transfersOf({ services }: Market, orderId: string): Promise<Stripe.Transfer[]> {
  const { data } = await services.stripe.transfers.list({ transfer_group: `order_${orderId}`, limit: 100 });
  return data;
}

/** As if the processor had taken the right to transfers from an account without telling us yet. */
export const takeTransfersFrom = (
  { services: { db } }: Market,
  account: string,
  reason = 'requirements.past_due',
): Promise<unknown> =>
  db.execute(
    `update sandbox_stripe.objects set data = jsonb_set(jsonb_set(data::jsonb, '{capabilities,transfers}',
       '"inactive"'), '{requirements,disabled_reason}', '"${reason}"')::json where id = '${account}'`,
  );
