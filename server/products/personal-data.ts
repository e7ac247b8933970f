import { eq, sql } from 'drizzle-orm';

import { factNames } from '#contract/phone-words.ts';
import { products } from '#db/tables/products.ts';
import { jpegName } from '#server/media/service.ts';
import { writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';
import { productTopic } from './name-topics.ts';

/** All optional facts that a seller enters are part of the listing. */
const factColumnNames = factNames.map((name) => products[name].name);

export const productData: PersonalData = {
  name: 'listings',
  title: 'Your listings',
  kinds: [
    {
      what: 'What you write and show of your phones: model, price and former prices, condition, place, description, pictures.',
      why: 'To offer them. Everybody can see it.',
      howLong: 'Until your account is erased; the facts of a sold phone stay with its order.',
      columns: {
        products: `seller_id image_id model condition location city_id buy_cents sell_cents was_cents was_until revision use_year ${factColumnNames.join(' ')} accessories description more_photo_ids state archived_at taken_down_at created_at updated_at place_key search_document`,
        price_changes: 'product_id cents at',
      },
    },
    {
      what: 'The telephone number of each listing.',
      why: 'To give it to the buyer who has paid. Nobody else sees it.',
      howLong: 'Until your account is erased.',
      columns: { products: 'phone' },
    },
  ],
  impersonal: {
    products: 'id category_id device_id',
    price_changes: 'id position',
    listing_changes: 'product_id revision facts',
    categories: 'id name img position',
    price_bounds: 'device_id condition below_cents',
    devices: 'id slug category_id model name year storage_gb colours',
  },
  exportOf: (personId) => ({
    listings: sql`select products.id, categories.name as category, model, phone, condition, location, buy_cents, sell_cents,
          use_year, ${sql.raw(factColumnNames.join(', '))}, accessories, description, image_id,
          more_photo_ids, state, created_at, updated_at
        from products join categories on categories.id = category_id
        where seller_id = ${personId} order by products.id`,
    prices: sql`select product_id, model, cents, at from price_changes join products on products.id = product_id
        where seller_id = ${personId} order by product_id, position`,
  }),
  // The same picture is stored once: as that of whoever uploaded it first.
  picturesOf: async (db, personId) => {
    const { rows } = await db.execute<{ id: string; hash: string; state: string }>(sql`
      select id, hash, state from images
      where state in ('stored', 'withheld') and owner_id is distinct from ${personId} and id in (
        select image_id from products where seller_id = ${personId}
        union select unnest(more_photo_ids) from products where seller_id = ${personId})
      order by id`);
    return rows.map((row) => ({ name: row.id, file: jpegName(row) }));
  },
  namesOf: async (db, personId) => {
    const rows = await db
      .selectDistinct({ phone: products.phone })
      .from(products)
      .where(eq(products.sellerId, personId));
    return rows.map(({ phone }) => phone);
  },
  erase: async (tx, person) => {
    await writeAndPublish(tx, productTopics, (shown) =>
      shown
        .update(products)
        .set({
          phone: '',
          location: '',
          cityId: null,
          description: '',
          model: withoutMentions(products.model, person),
          // A sold phone's page is removed; its pictures remain for the buyer only.
          takenDownAt: sql`coalesce(${products.takenDownAt}, now())`,
        })
        .where(eq(products.sellerId, person.id))
        .returning({ id: products.id }),
    );
  },
};

const productTopics = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => productTopic(id));
