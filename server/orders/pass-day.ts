/** "One day passes", a button of the demo, which shows in a minute what takes weeks. */
import type { Person } from '#contract/access.ts';
import { dayMs } from '#contract/durations.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { lockFor, refuse } from './act-on-order.ts';
import type { OrderServices } from './order-services.ts';
import { appendToLog, moveDeadlinesOf } from './repository.ts';
import { orderDeadline } from './run-deadlines.ts';

/**
 * Moves the stored deadlines of an open order one day nearer, and runs those that are due. The clock does not change,
 * so other orders are not affected.
 *
 * @throws Failure orders.not-possible once the order has ended
 */
export async function passDay(services: OrderServices, id: string, person: Person): Promise<void> {
  const { db, clock } = services;
  await db.transaction((tx) => moveDeadlinesNearer(tx, id, person));
  const { run } = orderDeadline(services);
  let wasDue = true;
  while (wasDue) wasDue = await run(db, id, clock.now());
}

async function moveDeadlinesNearer(tx: Transaction, id: string, person: Person): Promise<void> {
  const { order, role } = await lockFor(tx, id, person);
  if (!isOpenOrder(order.state))
    throw refuse('orders.not-possible', order, role, {
      detail: 'This order has ended: no deadline is left.',
    });
  await moveDeadlinesOf(tx, id, -dayMs);
  await appendToLog(tx, id, 'day-passed', { actor: { role, id: person.id } });
}
