/** The hand-over by the buyer's code. */
import type { Person } from '#contract/access.ts';
import { codeTries } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { Failure } from '#server/platform/failure.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { actOnOrder, type ActionContext, refuse } from './act-on-order.ts';
import { minutesAfter, moveOrder } from './move-order.ts';
import type { OrderServices } from './order-services.ts';
import { appendToLog, changeOrder, type LockedOrder, type OrderRow } from './repository.ts';

/**
 * Hands a phone over with the buyer's code. A wrong code is counted although the call fails.
 *
 * @throws Failure orders.wrong-code (with `triesLeft`), orders.code-paused, orders.not-possible
 */
export async function handOver(
  services: OrderServices,
  id: string,
  seller: Person,
  { code }: { readonly code: string },
): Promise<void> {
  const refusal = await actOnOrder(services, id, seller, 'hand-over', (tx, context) =>
    enterCode(tx, services, context, code),
  );
  if (refusal !== undefined) throw refusal;
}

/** @returns why it failed, as a value and not as an error, so that the count of tries is committed */
async function enterCode(
  tx: Transaction,
  services: OrderServices,
  { order, actor }: ActionContext,
  code: string,
): Promise<Failure | undefined> {
  const now = services.clock.now();
  if (order.codeLockedUntil !== null && order.codeLockedUntil > now) return paused(order, now);
  if (order.codeHash !== null && services.codes.matches(order.id, code, order.codeHash)) {
    await moveOrder(tx, services, order, 'handed_over', { actor });
    return undefined;
  }
  const wrongCodes = order.wrongCodes + 1;
  const isPause = wrongCodes % codeTries.untilPause === 0;
  const codeLockedUntil = isPause ? minutesAfter(now, codeTries.pauseMinutes) : null;
  await changeOrder(tx, order.id, { wrongCodes, codeLockedUntil });
  if (isPause) {
    const isForGood = wrongCodes >= codeTries.inAll;
    await appendToLog(tx, order.id, 'code-locked', { actor: system, detail: isForGood ? 'for good' : null });
  }
  const counted = { ...order, wrongCodes, codeLockedUntil };
  const triesLeft = triesLeftOf(counted, now);
  return refuse('orders.wrong-code', counted, 'seller', {
    detail: `This is not the code. ${leftWords(triesLeft, counted)}`,
    fields: { triesLeft },
  });
}

function paused(order: LockedOrder, now: Date): Failure {
  const until = order.codeLockedUntil ?? now;
  return refuse('orders.code-paused', order, 'seller', {
    fields: { triesLeft: 0, lockedUntil: until.toISOString() },
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });
}

/** How many wrong codes may still be entered until the next pause; 0 during a pause. */
export function triesLeftOf({ wrongCodes, codeLockedUntil }: OrderRow, now: Date): number {
  if (wrongCodes >= codeTries.inAll) return 0;
  if (codeLockedUntil !== null && codeLockedUntil > now) return 0;
  return codeTries.untilPause - (wrongCodes % codeTries.untilPause);
}

function leftWords(left: number, { wrongCodes }: OrderRow): string {
  if (wrongCodes >= codeTries.inAll)
    return 'It cannot be entered any more: the buyer now confirms on their own page that they have the phone.';
  if (left === 0) return `Please wait ${codeTries.pauseMinutes} minutes before the next try.`;
  return left === 1 ? '1 try is left.' : `${left} tries are left.`;
}
