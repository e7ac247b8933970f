/**
 * Records which facts each change of a listing has changed, so that a buyer who saw an earlier version is told the
 * differences.
 */
import { isDeepStrictEqual } from 'node:util';

import { and, eq, gt } from 'drizzle-orm';

import { type ShownFact, shownFacts } from '#contract/phone-changes.ts';
import { formatCents } from '#contract/money.ts';
import { forEachFact } from '#contract/phone-words.ts';
import { listingChanges, products } from '#db/tables/products.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { listingColumns } from './repository.ts';

type Listing = Pick<typeof products.$inferSelect, Exclude<keyof typeof listingColumns, 'sellerId' | 'phone'>>;

/** The columns of each fact. */
const columnsOf: Readonly<Record<ShownFact, readonly (keyof Listing)[]>> = {
  model: ['model', 'deviceId'],
  categoryId: ['categoryId'],
  condition: ['condition'],
  location: ['location', 'cityId'],
  buy: ['buyCents'],
  sell: ['sellCents'],
  useYear: ['useYear'],
  ...forEachFact((name) => [name] as const),
  accessories: ['accessories'],
  description: ['description'],
  photos: ['imageId', 'morePhotoIds'],
};

/** The facts that a change makes different, as buyers see them. @param changed undefined values are unchanged */
export function changedFacts(
  before: Listing,
  changed: { readonly [Column in keyof Listing]: Listing[Column] | undefined },
): ShownFact[] {
  const differs = (column: keyof Listing): boolean =>
    changed[column] !== undefined && !isDeepStrictEqual(changed[column], before[column]);
  return shownFacts.filter((fact) => columnsOf[fact].some(differs));
}

/** Stores which facts a new version has changed; nothing if buyers see no difference. */
export async function recordChanges(
  tx: Transaction,
  productId: string,
  { facts, revision }: { readonly facts: ShownFact[]; readonly revision: number },
): Promise<void> {
  if (facts.length > 0) await tx.insert(listingChanges).values({ productId, revision, facts });
}

/** The facts of a phone that were changed after a version of it, with their current values. */
export async function listChangesSince(db: Executor, productId: string, version: number) {
  const rows = await db
    .select({ facts: listingChanges.facts })
    .from(listingChanges)
    .where(and(eq(listingChanges.productId, productId), gt(listingChanges.revision, version)));
  const changed = new Set(rows.flatMap(({ facts }) => facts));
  if (changed.size === 0) return [];
  const [row] = await db.select(listingColumns).from(products).where(eq(products.id, productId));
  if (row === undefined) return [];
  return shownFacts.filter((fact) => changed.has(fact)).map((field) => ({ field, now: wordsOf(row, field) }));
}

/** A short fact as text; null if it was removed or is longer than a line. */
function wordsOf(row: Listing, fact: ShownFact): string | null {
  if (fact === 'buy' || fact === 'sell') return formatCents(fact === 'buy' ? row.buyCents : row.sellCents);
  const value = isLong(fact) ? null : row[fact];
  return value === null ? null : String(value);
}

const longFacts = ['categoryId', 'accessories', 'description', 'photos'] as const;
type LongFact = (typeof longFacts)[number];

const isLong = (fact: ShownFact): fact is LongFact => longFacts.some((long) => long === fact);
