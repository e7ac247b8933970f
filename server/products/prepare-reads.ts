/** The most frequent queries, prepared once per connection. */
import { and, desc, eq, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm';

import type { StoredPicture } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { categories, devices, products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { cachedFor } from '#server/platform/cache/cached-for.ts';
import { prepareHotRead } from '#server/platform/postgres/hot-read.ts';
import { factColumns } from './phone-facts.ts';
import { joinsImage, joinsSeller, productColumns, type ProductRow } from './present-product.ts';
import { countLiveByCategory, countLiveByModel, listCategories } from './repository.ts';
import { isShown } from './shown-products.ts';

/** Categories change only with a release, and nearly every page needs them. */
const categoriesHeldMs = 10_000;

/** Counting what is for sale reads an index completely. */
const marketHeldMs = 60_000;

/** How many models the home page lists. */
const maxModels = 8;

/** How many similar phones are shown. */
const maxSimilar = 8;

/** How many of a model's newest phones are compared for the nearest prices, however many there are. */
const newestOfDevice = 60;

/** Greater than every possible id: the cursor of the first page. */
const beyondEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Parameter = string | Placeholder;

/**
 * Prepares the queries.
 *
 * @param usesPrepared false behind a pooler that may send each statement to another connection
 */
export function prepareProductReads(db: Database, usesPrepared: boolean) {
  const nameOf = (name: string) => (usesPrepared ? name : '');
  const ofCategory = prepareHotRead<ProductRow>(db, (limit) => selectLiveOfCategory(db, limit), {
    name: 'live_products_of_category',
    usesPrepared,
    fields: Object.keys(productColumns),
  });
  const details = selectDetails(db, sql.placeholder('id')).prepare(nameOf('product_details'));
  const similar = selectSimilar(db, sql.placeholder('id')).prepare(nameOf('similar_products'));
  return {
    listLiveOfCategory: (categoryId: string, beforeId: string | undefined, limit: number) =>
      ofCategory({ categoryId, beforeId: beforeId ?? beyondEveryId }, limit),
    findDetails: async (id: string): Promise<DetailsRow | undefined> => (await details.execute({ id }))[0],
    /** Needed only if {@link findDetails} found nothing. */
    isTakenDown: async (id: string): Promise<boolean> => {
      const taken = and(eq(products.id, id), isNotNull(products.takenDownAt));
      return (await db.select({ id: products.id }).from(products).where(taken)).length > 0;
    },
    listSimilar: (id: string) => similar.execute({ id }),
    listCategories: cachedFor(categoriesHeldMs, () => listCategories(db)),
    countMarket: cachedFor(marketHeldMs, async () => ({
      categories: await countLiveByCategory(db),
      models: await countLiveByModel(db, maxModels),
    })),
  };
}

export type ProductReads = ReturnType<typeof prepareProductReads>;

export type DetailsRow = Awaited<ReturnType<typeof selectDetails>>[number];

/** The phones are selected first, so that the planner knows how few sellers and pictures are needed. */
function selectLiveOfCategory(db: Database, limit: number) {
  const newest = sql`(
    select id from ${products}
    where category_id = ${sql.placeholder('categoryId')} and state = 'live' and id < ${sql.placeholder('beforeId')}
    order by id desc limit ${sql.raw(String(limit))}
  ) as newest`;
  return db
    .select(productColumns)
    .from(products)
    .innerJoin(newest, sql`newest.id = ${products.id}`)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .orderBy(desc(products.id));
}

/** The photos after the first, in their order. */
const morePhotos = sql<StoredPicture[]>`(
  select coalesce(json_agg(json_build_object(
    'hash', photo.hash, 'width', photo.width, 'height', photo.height,
    'widths', photo.widths, 'avifWidths', photo.avif_widths, 'preview', photo.preview
  ) order by named.position), '[]')
  from unnest(${products.morePhotoIds}) with ordinality as named (id, position)
  join ${images} as photo on photo.id = named.id
)`;

/** A phone that is for sale, booked or sold, with everything that its own page shows. */
export const selectDetails = (db: Database, id: Parameter) =>
  db
    .select({
      ...productColumns,
      categoryName: sql<string>`${categories.name}`.as('category_name'),
      deviceName: sql<string | null>`${devices.name}`.as('device_name'),
      ...factColumns,
      accessories: products.accessories,
      description: products.description,
      morePhotos: morePhotos.as('more_photos'),
      sellerSince: sql<Date>`${users.createdAt}`.mapWith(users.createdAt).as('seller_since'),
      updatedAt: products.updatedAt,
    })
    .from(products)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(devices, eq(devices.id, products.deviceId))
    .where(and(eq(products.id, id), isShown));

/**
 * Live phones similar to one: the same model first, then its category, each by the difference in price. Every part uses
 * an index and is limited, however many phones there are.
 */
export function selectSimilar(db: Database, id: Parameter) {
  const own = (column: string) =>
    sql`(select ${sql.identifier(column)} from ${products} where id = ${id} and state not in ('hidden', 'removed') and taken_down_at is null)`;
  const candidates = (rest: SQL) => sql`(
    select id, sell_cents, device_id from ${products} where state = 'live' and id <> ${id} and ${rest}
  )`;
  const ofDevice = sql`device_id = ${own('device_id')} order by id desc limit ${sql.raw(`${newestOfDevice}`)}`;
  const ofCategory = sql`category_id = ${own('category_id')} and sell_cents`;
  const dearer = sql`${ofCategory} >= ${own('sell_cents')} order by sell_cents, id desc ${atMost}`;
  const cheaper = sql`${ofCategory} < ${own('sell_cents')} order by sell_cents desc, id ${atMost}`;
  const nearest = sql`(
    select id, row_number() over (
      order by (device_id = ${own('device_id')}) is true desc, abs(sell_cents - ${own('sell_cents')}), id desc
    ) as place
    from (${candidates(ofDevice)} union ${candidates(dearer)} union ${candidates(cheaper)}) as candidate
    order by place ${atMost}
  ) as nearest`;
  return db
    .select(productColumns)
    .from(products)
    .innerJoin(nearest, sql`nearest.id = ${products.id}`)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .orderBy(sql`nearest.place`);
}

const atMost = sql.raw(`limit ${maxSimilar}`);
