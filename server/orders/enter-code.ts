/** The hand-over by the buyer's code. */
import type { Person } from '#contract/access.ts';
import { codeTries } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { Failure } from '#server/platform/failure.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { actOnOrder, type ActionContext, isCodeLockedForGood, refuse } from './act-on-order.ts';
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
  const pausedUntil = pauseEndOf(order, now);
  if (pausedUntil !== null) return paused(order, pausedUntil, now);
  if (order.codeHash !== null && services.codes.matches(order.id, code, order.codeHash)) {
    await moveOrder(tx, services, order, 'handed_over', { actor });
    return undefined;
  }
  const wrongCodes = order.wrongCodes + 1;
  const isPause = wrongCodes % codeTries.untilPause === 0;
  const codeLockedUntil = isPause ? minutesAfter(now, codeTries.pauseMinutes) : null;
  await changeOrder(tx, order.id, { wrongCodes, codeLockedUntil });
  const counted = { ...order, wrongCodes, codeLockedUntil };
  if (isPause) {
    const detail = isCodeLockedForGood(counted) ? 'for good' : null;
    await appendToLog(tx, order.id, 'code-locked', { actor: system, detail });
  }
  const triesLeft = triesLeftOf(counted, now);
  return refuse('orders.wrong-code', counted, 'seller', {
    detail: `This is not the code. ${leftWords(triesLeft, counted)}`,
    fields: { triesLeft },
  });
}

function paused(order: LockedOrder, until: Date, now: Date): Failure {
  return refuse('orders.code-paused', order, 'seller', {
    fields: { triesLeft: 0, lockedUntil: until.toISOString() },
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  });
}

/** When the present pause after wrong codes ends; null if there is none. */
export const pauseEndOf = ({ codeLockedUntil }: OrderRow, now: Date): Date | null =>
  codeLockedUntil !== null && codeLockedUntil > now ? codeLockedUntil : null;

/** How many wrong codes may still be entered until the next pause; 0 during a pause. */
export function triesLeftOf(order: OrderRow, now: Date): number {
  if (isCodeLockedForGood(order) || pauseEndOf(order, now) !== null) return 0;
  return codeTries.untilPause - (order.wrongCodes % codeTries.untilPause);
}

function leftWords(left: number, order: OrderRow): string {
  if (isCodeLockedForGood(order))
    return 'It cannot be entered any more: the buyer now confirms on their own page that they have the phone.';
  if (left === 0) return `Please wait ${codeTries.pauseMinutes} minutes before the next try.`;
  return left === 1 ? '1 try is left.' : `${left} tries are left.`;
}
