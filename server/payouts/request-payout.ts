/** Sets a seller's money aside for a transfer, one order at a time. */
import type { Transaction } from '#server/platform/postgres/database.ts';
import { mayBePaid } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import { type PayoutServices, transferQueue } from './payout-services.ts';
import { lockSeller } from './repository.ts';
import { findRequested, insertPayout } from './store-payouts.ts';

/**
 * Sets aside what can be paid to a seller from their newest order with money left, and queues its transfer. The next
 * order follows after that. Does nothing if they are not onboarded, have not confirmed their address, are suspended, or
 * have a payout in progress.
 *
 * @returns the payout's id
 */
export async function requestPayout(services: PayoutServices, sellerId: string): Promise<string | undefined> {
  const { db, jobs, method } = services;
  if (method !== 'stripe') return undefined;
  return db.transaction(async (tx) => {
    const payoutId = await setAside(tx, services, sellerId);
    if (payoutId !== undefined) await jobs.enqueue(tx, transferQueue, { payoutId });
    return payoutId;
  });
}

async function setAside(
  tx: Transaction,
  { clock }: Pick<PayoutServices, 'clock'>,
  sellerId: string,
): Promise<string | undefined> {
  const seller = await lockSeller(tx, sellerId);
  if (!seller.isReady || seller.accountId === null || !(await mayBePaid(tx, sellerId))) return undefined;
  if ((await findRequested(tx, sellerId)) !== undefined) return undefined;
  const { availableCents, orders } = await findDue(tx, sellerId, clock.now());
  const order = orders.find(({ charge }) => charge !== null);
  if (order === undefined || availableCents <= 0) return undefined;
  return insertPayout(tx, {
    sellerId,
    method: 'stripe',
    amountCents: Math.min(order.cents, availableCents),
    orderId: order.orderId,
    charge: order.charge,
    accountId: seller.accountId,
  });
}
