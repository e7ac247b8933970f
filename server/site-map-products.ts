/**
 * The live phones for the parts of a site map, divided by id: a part reads only its own rows, however many phones there
 * are.
 */
import { and, asc, gt, gte, lt, sql } from 'drizzle-orm';

import { products } from '#db/tables/products.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** The protocol's limit for one file (sitemaps.org). */
const pagesPerPart = 50_000;

/** How many rows are read at once; the next ones are read after these are sent. */
const batchSize = 1_000;

const isLive = sql`${products.state} = 'live'`;

/** The first id of every part, from the oldest phone to the newest; empty if there is no phone. */
export async function listPartStarts(db: Database, perPart = pagesPerPart): Promise<string[]> {
  const starts: string[] = [];
  let start = await findId(db, undefined, 0);
  while (start !== undefined) {
    starts.push(start);
    start = await findId(db, start, perPart);
  }
  return starts;
}

/** The live phones from `start` to before `end`; the last part has no end, and is limited to the size of a part. */
export async function* readPart(
  db: Database,
  { start, end }: { start: string; end?: string | undefined },
): AsyncGenerator<{ path: string; changedAt: Date }[]> {
  let from = gte(products.id, start);
  for (let left = pagesPerPart; left > 0; left -= batchSize) {
    const rows = await db
      .select({ id: products.id, changedAt: products.updatedAt })
      .from(products)
      .where(and(isLive, from, end === undefined ? undefined : lt(products.id, end)))
      .orderBy(asc(products.id))
      .limit(Math.min(batchSize, left));
    yield rows.map(({ id, changedAt }) => ({ path: `/product/${id}`, changedAt }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    from = gt(products.id, last.id);
  }
}

/** The id of the live phone that is `places` places after `from`, or after the first phone. */
async function findId(db: Database, from: string | undefined, places: number): Promise<string | undefined> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isLive, from === undefined ? undefined : gte(products.id, from)))
    .orderBy(asc(products.id))
    .offset(places)
    .limit(1);
  return row?.id;
}
