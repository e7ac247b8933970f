import type { Person } from '#contract/access.ts';
import type { Todo } from '#contract/todo.ts';
import { findUnpaid } from '#server/bookings/service.ts';
import { countLateDisputes, countWaitingDisputes, listTurns, type Turn } from '#server/orders/service.ts';
import { failedJobCount } from '#server/jobs/service.ts';
import { failedMailCount } from '#server/mails/service.ts';
import { countChargeIssues, failedProcessorEventCount, findUnanswered } from '#server/payments/service.ts';
import { countByHand, type PayoutServices, refusedReversalCount } from '#server/payouts/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { overdueDifferenceCount } from '#server/reconciliation/service.ts';
import { countOpenReports } from '#server/reports/service.ts';
import { findWaitingAppeals } from '#server/users/service.ts';

export interface TodoServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly payouts: Pick<PayoutServices, 'method'>;
}

/** What a person has to do next, in the order of the deadlines. */
export async function findTodo(services: TodoServices, person: Person): Promise<Todo> {
  const { db } = services;
  const turns = await listTurns(db, person.id);
  const own = turns.filter(({ isTheirs }) => isTheirs);
  return {
    toPay: await findUnpaid(db, person.id),
    turns: groupByStep(own),
    waiting: turns.length - own.length,
    decisions: person.isAdmin ? await countDecisions(services) : null,
  };
}

/** @param turns in the order of their deadlines */
function groupByStep(turns: readonly Turn[]): Todo['turns'] {
  const groups = new Map<string, Todo['turns'][number]>();
  for (const { step, as, orderId, model, until } of turns) {
    const key = `${as} ${step}`;
    const group = groups.get(key) ?? { step, as, orderId, model, until, count: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()];
}

async function countDecisions(services: TodoServices): Promise<NonNullable<Todo['decisions']>> {
  const {
    db,
    clock,
    payouts: { method },
  } = services;
  const now = clock.now();
  const [reports, disputes, lateDisputes, charges, chargebacks, appeals, payouts, differences, stuck] =
    await Promise.all([
      countOpenReports(db),
      countWaitingDisputes(db),
      countLateDisputes(db, now),
      countChargeIssues(db),
      findUnanswered(db, now),
      findWaitingAppeals(db),
      countByHand(db, method),
      sumOf([overdueDifferenceCount(db, clock)]),
      sumOf([
        failedJobCount(db),
        failedMailCount(db, []),
        failedProcessorEventCount(db),
        refusedReversalCount(db),
      ]),
    ]);
  return { reports, disputes, lateDisputes, charges, chargebacks, appeals, payouts, differences, stuck };
}

/** One after the other: all at once would take every connection of the process. */
async function sumOf(counts: readonly WatchedCount[]): Promise<number> {
  let sum = 0;
  for (const { count } of counts) for (const each of (await count()).values()) sum += each;
  return sum;
}
