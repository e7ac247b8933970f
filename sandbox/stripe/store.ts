// Every Stripe object is one row that contains the object as the API returns it.
import type pg from 'pg';
import type Stripe from 'stripe';
import type { OpenLink } from './account-link-object.ts';
import type { Challenge } from './challenge-object.ts';

export interface Database {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

export interface StoredObjects {
  account: Stripe.Account;
  account_link: OpenLink;
  balance_transaction: Stripe.BalanceTransaction;
  challenge: Challenge;
  charge: Stripe.Charge;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  refund: Stripe.Refund;
  token: Stripe.Token;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  topup: Stripe.Topup;
}

type Kind = keyof StoredObjects;

export interface ListFilter {
  limit: number;
  parent?: string;
  /** The connected account that owns the objects; by default the platform itself. */
  account?: string | undefined;
  ids?: readonly string[];
  /** Required values of the object's fields. */
  fields?: Readonly<Record<string, string>>;
  types?: readonly string[];
  createdFrom?: number;
  createdTo?: number;
  startingAfter?: string;
  endingBefore?: string;
}

export async function inTransaction<T>(pool: pg.Pool, work: (tx: Database) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is discarded, not returned to the pool.
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
}

export async function insertObject<K extends Kind>(
  db: Database,
  value: StoredObjects[K] & { object: K },
  parent?: string,
  account?: string,
): Promise<void> {
  await db.query(
    'insert into sandbox_stripe.objects (id, object, parent, created, data, account) values ($1, $2, $3, $4, $5, $6)',
    [value.id, value.object, parent ?? null, value.created, JSON.stringify(value), account ?? null],
  );
}

export async function updateObject(db: Database, value: { id: string }): Promise<void> {
  await db.query('update sandbox_stripe.objects set data = $2 where id = $1', [
    value.id,
    JSON.stringify(value),
  ]);
}

export async function findObject<K extends Kind>(
  db: Database,
  object: K,
  id: string,
): Promise<StoredObjects[K] | undefined> {
  if (!isId(id)) return undefined;
  const text = 'select data from sandbox_stripe.objects where id = $1 and object = $2';
  return (await db.query<{ data: StoredObjects[K] }>(text, [id, object])).rows[0]?.data;
}

/** The same, if it belongs to this account; undefined is the platform itself. */
export async function findOwnObject<K extends Kind>(
  db: Database,
  object: K,
  id: string,
  account: string | undefined,
): Promise<StoredObjects[K] | undefined> {
  if (!isId(id)) return undefined;
  const text =
    'select data from sandbox_stripe.objects where id = $1 and object = $2 and account is not distinct from $3';
  return (await db.query<{ data: StoredObjects[K] }>(text, [id, object, account ?? null])).rows[0]?.data;
}

/** The same, locked until the transaction ends. */
export async function lockObject<K extends Kind>(
  tx: Database,
  object: K,
  id: string,
): Promise<StoredObjects[K] | undefined> {
  if (!isId(id)) return undefined;
  const text = 'select data from sandbox_stripe.objects where id = $1 and object = $2 for update';
  return (await tx.query<{ data: StoredObjects[K] }>(text, [id, object])).rows[0]?.data;
}

/** Removes an object's children. @returns whether there were any */
export async function removeChildren(tx: Database, object: Kind, parent: string): Promise<boolean> {
  const text = 'delete from sandbox_stripe.objects where parent = $1 and object = $2';
  const { rowCount } = await tx.query(text, [parent, object]);
  return rowCount !== null && rowCount > 0;
}

/** A page of objects, newest first, and whether there are more after it. */
export async function listObjects<K extends Kind>(
  db: Database,
  object: K,
  filter: ListFilter,
): Promise<{ data: StoredObjects[K][]; hasMore: boolean }> {
  const backwards = filter.endingBefore !== undefined;
  const { rows } = await db.query<{ data: StoredObjects[K] }>(
    `select data from sandbox_stripe.objects
     where object = $1
       and ($2::text is null or parent = $2)
       and ($3::text[] is null or data ->> 'type' = any ($3))
       and ($4::bigint is null or created >= $4)
       and ($5::bigint is null or created <= $5)
       and ($6::text is null or seq < (select seq from sandbox_stripe.objects where id = $6))
       and ($7::text is null or seq > (select seq from sandbox_stripe.objects where id = $7))
       and ($8::jsonb is null or data::jsonb @> $8)
       and account is not distinct from $9
       and ($10::text[] is null or id = any ($10))
     order by seq ${backwards ? 'asc' : 'desc'} limit $11`,
    [
      object,
      filter.parent ?? null,
      filter.types ?? null,
      filter.createdFrom ?? null,
      filter.createdTo ?? null,
      filter.startingAfter ?? null,
      filter.endingBefore ?? null,
      filter.fields === undefined ? null : JSON.stringify(filter.fields),
      filter.account ?? null,
      filter.ids ?? null,
      filter.limit + 1,
    ],
  );
  const data = rows.slice(0, filter.limit).map((row) => row.data);
  return { data: backwards ? data.toReversed() : data, hasMore: rows.length > filter.limit };
}

/** PostgreSQL fails for a text with a zero byte instead of finding nothing. */
function isId(text: string): boolean {
  return /^\w+$/.test(text);
}
