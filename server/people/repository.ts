/** Reads a person's data from the tables of all domains, deliberately in few statements across them. */
import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';

import { openOrderStates } from '#contract/orders-machine.ts';
import { type PersonFilter, personFilters, type PersonOrder } from '#contract/people.ts';
import type { Place } from '#contract/cursor.ts';
import type { ShownCount } from '#contract/table.ts';
import { sessions } from '#db/tables/auth.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { containsName } from '#server/platform/postgres/contains-name.ts';
import { countShown } from '#server/platform/postgres/count-shown.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

/** How many phones a person has in each state. */
export async function countPhones(db: Executor, sellerId: string) {
  return db
    .select({ state: products.state, count: sql<number>`count(*)::int` })
    .from(products)
    .where(eq(products.sellerId, sellerId))
    .groupBy(products.state)
    .orderBy(products.state);
}

/** How many orders a person has as buyer and as seller. */
export async function countOrders(db: Executor, id: string) {
  const [row] = await db
    .select({
      bought: countWhere(sql`${orders.buyerId} = ${id}`),
      sold: countWhere(sql`${orders.sellerId} = ${id}`),
      open: countWhere(sql`${orders.state} = any(${sql.param([...openOrderStates])})`),
      disputed: countWhere(sql`${orders.state} = 'disputed'`),
    })
    .from(orders)
    .where(sql`${orders.buyerId} = ${id} or ${orders.sellerId} = ${id}`);
  return row ?? { bought: 0, sold: 0, open: 0, disputed: 0 };
}

const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

/** How many sessions a person has now, and when they were last active. */
export async function findLastSeen(db: Executor, userId: string) {
  const [row] = await db
    .select({
      sessions: sql<number>`count(*)::int`,
      lastSeenAt: sql<Date | null>`max(${sessions.lastUsedAt})`.mapWith(sessions.lastUsedAt),
    })
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), eq(sessions.awaitsFactor, false), gt(sessions.expiresAt, sql`now()`)),
    );
  return row ?? { sessions: 0, lastSeenAt: null };
}

export interface PeopleFilter {
  readonly userType?: 'Buyer' | 'Seller' | undefined;
  /** Part of a name or an e-mail address. */
  readonly search?: string | undefined;
  readonly show?: PersonFilter | undefined;
}

export interface PeoplePage extends PeopleFilter {
  readonly sort: PersonOrder;
  readonly after: Place | undefined;
  readonly limit: number;
}

const phonesOf = sql<number>`(
  select count(*)::int from products where seller_id = users.id and state not in ('removed')
)`;
const ordersOf = sql<number>`(
  select count(*)::int from orders where buyer_id = users.id or seller_id = users.id
)`;
const reportsOf = sql<number>`(
  select count(*)::int from reports join products on products.id = reports.product_id
  where products.seller_id = users.id
)`;

/** The sort key of each order, before the id; undefined if it sorts by the id alone, which means by age. */
const keys: Readonly<Record<PersonOrder, SQL<number> | undefined>> = {
  newest: undefined,
  oldest: undefined,
  'most-reports': reportsOf,
  'most-orders': ordersOf,
};

const shown: Readonly<Record<PersonFilter, SQL>> = {
  verified: isNotNull(users.verifiedAt),
  'not-verified': isNull(users.verifiedAt),
  suspended: isNotNull(users.suspendedAt),
  unconfirmed: eq(users.emailVerified, false),
};

/** People who were not removed, with their figures. */
export async function listPeople(db: Executor, { sort, after, limit, ...filter }: PeoplePage) {
  return db
    .select({ user: users, phones: phonesOf, orders: ordersOf, reports: reportsOf })
    .from(users)
    .where(and(matchesFilter(filter), after === undefined ? undefined : isAfter(sort, after)))
    .orderBy(...orderBy(sort))
    .limit(limit);
}

/** How many people match, in total and in each filter. */
export const countPeople = (db: Executor, filter: Omit<PeopleFilter, 'show'>): Promise<ShownCount[]> =>
  countShown(
    db,
    [undefined, ...personFilters],
    (show) => sql`select 1 from ${users} where ${matchesFilter({ ...filter, show })}`,
  );

const matchesFilter = ({ userType, search = '', show }: PeopleFilter): SQL | undefined =>
  and(
    isNull(users.removedAt),
    eq(users.role, 'user'),
    // A person who signed in with Google and has not finished signing up has no type yet.
    userType === undefined ? undefined : and(eq(users.userType, userType), isNotNull(users.registeredAt)),
    search === '' ? undefined : contains(search),
    show === undefined ? undefined : shown[show],
  );

const contains = (text: string) =>
  or(containsName(users.name, text), sql`position(lower(${text}::text) in ${users.email}) > 0`);

function orderBy(sort: PersonOrder): SQL[] {
  const key = keys[sort];
  if (key !== undefined) return [desc(key), desc(users.id)];
  return [sort === 'oldest' ? asc(users.id) : desc(users.id)];
}

/** The condition for people after this place in this order; of a cursor of another order, after its person now. */
function isAfter(sort: PersonOrder, { key: place, id }: Place): SQL {
  const key = keys[sort];
  if (key !== undefined)
    return sql`(${key}, ${users.id}) < (
      ${place === undefined ? sql`(select ${key} from users where id = ${id})` : sql`${place}::integer`}, ${id})`;
  return sort === 'oldest' ? gt(users.id, id) : sql`${users.id} < ${id}`;
}
