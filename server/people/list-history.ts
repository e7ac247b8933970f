/** Reports and decisions that concern one person. */
import { desc, eq, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { maxInRecord, type RecordedAction, type RecordedReport } from '#contract/people.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { reports } from '#db/tables/reports.ts';
import { staffActions } from '#db/tables/staff.ts';
import { users } from '#db/tables/users.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { listContacts } from '#server/users/service.ts';

const reporters = alias(users, 'reporters');

/** Reports by a person and reports of their phones, the newest first. */
export async function listReports(db: Executor, personId: string): Promise<RecordedReport[]> {
  const rows = await db
    .select({
      id: reports.id,
      productId: reports.productId,
      model: products.model,
      problem: reports.problem,
      state: reports.state,
      createdAt: reports.createdAt,
      seller: { id: users.id, name: users.name },
      reporter: { id: reporters.id, name: reporters.name },
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(reporters, eq(reporters.id, reports.reporterId))
    .where(or(eq(reports.reporterId, personId), eq(products.sellerId, personId)))
    .orderBy(desc(reports.id))
    .limit(maxInRecord);
  return rows.map(({ id, productId, model, problem, state, createdAt, seller, reporter }) => {
    const isTheirs = reporter.id === personId;
    const other = isTheirs ? seller : reporter;
    return {
      _id: id,
      productId,
      model,
      problem,
      state,
      at: createdAt.toISOString(),
      isTheirs,
      other: { _id: other.id, name: other.name },
    };
  });
}

/** Decisions of staff about a person or their orders, and by them as staff; the newest first. */
export async function listActions(db: Executor, personId: string): Promise<RecordedAction[]> {
  const ownOrders = db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.buyerId, personId), eq(orders.sellerId, personId)));
  const isOfPerson = or(
    eq(staffActions.personId, personId),
    eq(staffActions.actor, personId),
    inArray(staffActions.orderId, ownOrders),
  );
  const rows = await db
    .select()
    .from(staffActions)
    .where(isOfPerson)
    .orderBy(desc(staffActions.position))
    .limit(maxInRecord);
  const ids = rows.flatMap(({ actor, personId: about }) => (about === null ? [actor] : [actor, about]));
  const names = await listContacts(db, [...new Set(ids)]);
  const nameOf = (id: string): string => names.get(id)?.name ?? 'Somebody';
  return rows.map(({ id, kind, at, actor, personId: about, orderId, detail, reason, words }) => ({
    _id: id,
    kind,
    at: at.toISOString(),
    actor: nameOf(actor),
    person: about === null ? null : { _id: about, name: nameOf(about) },
    orderId,
    detail,
    reason,
    words,
  }));
}
