import { cursorOfPlace, placeOfCursor } from '#contract/cursor.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import {
  type ListedPerson,
  peopleErrors,
  type PersonFilter,
  type PersonOrder,
  type PersonRecord,
} from '#contract/people.ts';
import type { UserType } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import { pageOf } from '#server/platform/http/page-of.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { sumPayouts } from '#server/payouts/service.ts';
import { findAnyUser, getSuspension, presentUser } from '#server/users/service.ts';
import * as repository from './repository.ts';
import { listActions, listReports } from './list-history.ts';

const fail = failWith(peopleErrors);

/**
 * One person with everything that an admin needs to know, including removed people.
 *
 * @throws Failure people.not-found
 */
export async function getPerson(db: Executor, id: string): Promise<PersonRecord> {
  const row = await findAnyUser(db, id);
  if (row === undefined) throw fail('people.not-found');
  const [suspension, phones, orders, money, seen, reports, actions] = await Promise.all([
    getSuspension(db, id),
    repository.countPhones(db, id),
    repository.countOrders(db, id),
    sumPayouts(db, id),
    repository.findLastSeen(db, id),
    listReports(db, id),
    listActions(db, id),
  ]);
  return {
    person: presentUser(row),
    since: row.createdAt.toISOString(),
    removedAt: row.removedAt?.toISOString() ?? null,
    eraseDueAt: row.eraseDueAt?.toISOString() ?? null,
    lastSeenAt: seen.lastSeenAt?.toISOString() ?? null,
    sessions: seen.sessions,
    suspension,
    phones,
    orders,
    owedCents: money.balanceCents - money.setAsideCents,
    onItsWayCents: money.setAsideCents + money.sentCents,
    reports,
    actions,
  };
}

/** Buyers or sellers, with their figures. Admins are on neither list. */
export async function listPeople(
  db: Executor,
  query: PageQuery & {
    readonly userType?: UserType | undefined;
    readonly search?: string | undefined;
    readonly show?: PersonFilter | undefined;
    readonly sort?: PersonOrder | undefined;
  },
): Promise<Page<ListedPerson>> {
  const { sort = 'newest', cursor, limit, ...filter } = query;
  const rows = await repository.listPeople(db, {
    ...filter,
    sort,
    after: cursor === undefined ? undefined : placeOfCursor(cursor),
    limit: limit + 1,
  });
  const page = pageOf(rows, limit, (row) => cursorOfPlace({ key: keyOf(row, sort), id: row.user.id }));
  return {
    ...page,
    items: page.items.map(({ user, phones, orders, reports }) => ({
      ...presentUser(user),
      since: user.createdAt.toISOString(),
      phones,
      orders,
      reports,
    })),
  };
}

/** What a person's place in this order depends on beside their id. */
function keyOf({ reports, orders }: Pick<ListedPerson, 'reports' | 'orders'>, sort: PersonOrder) {
  if (sort === 'most-reports') return reports;
  return sort === 'most-orders' ? orders : undefined;
}

/** How many buyers or sellers match a search, in total and in each filter. */
export const countPeople = repository.countPeople;
