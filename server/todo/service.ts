import type { Person } from '#contract/access.ts';
import type { Todo } from '#contract/todo.ts';
import { findUnpaid } from '#server/bookings/service.ts';
import { countLateDisputes, countWaitingDisputes, listTurns, type Turn } from '#server/orders/service.ts';
import { countChargeIssues, findUnanswered } from '#server/payments/service.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { countOpenReports } from '#server/reports/service.ts';
import { findWaitingAppeals } from '#server/users/service.ts';

/** What a person has to do next, in the order of the deadlines. */
export async function findTodo(db: Executor, person: Person, now: Date): Promise<Todo> {
  const turns = await listTurns(db, person.id);
  const own = turns.filter(({ isTheirs }) => isTheirs);
  return {
    toPay: await findUnpaid(db, person.id),
    turns: groupByStep(own),
    waiting: turns.length - own.length,
    decisions: person.isAdmin ? await countDecisions(db, now) : null,
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

async function countDecisions(db: Executor, now: Date): Promise<NonNullable<Todo['decisions']>> {
  const [reports, disputes, lateDisputes, charges, chargebacks, appeals] = await Promise.all([
    countOpenReports(db),
    countWaitingDisputes(db),
    countLateDisputes(db, now),
    countChargeIssues(db),
    findUnanswered(db, now),
    findWaitingAppeals(db),
  ]);
  return { reports, disputes, lateDisputes, charges, chargebacks, appeals };
}
