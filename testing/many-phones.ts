/** Thousands of phones, created in the database: always the same, of few models, with every facet. */
import { sql } from 'drizzle-orm';

import type { Database } from '#server/platform/postgres/database.ts';

/**
 * Lists `count` phones of 40 sellers, half of them verified, and one phone in 50 advertised; every second phone has a
 * device of the catalogue. The triggers write the search documents, as for phones that sellers list.
 */
export async function insertManyPhones(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    insert into users (id, name, email, user_type, verified_at)
    select gen_random_uuid(), 'Seller ' || n, 'many-' || n || '@example.com', 'Seller',
      case when n % 2 = 0 then now() end
    from generate_series(1, 40) as n`);
  await db.execute(sql`
    insert into images (id, hash, width, height, widths, short_side)
    values (gen_random_uuid(), repeat('ab', 32), 640, 800, '{320,640}', 640)`);
  for (let from = 1; from <= count; from += slice)
    await insertSlice(db, from, Math.min(count, from + slice - 1));
  await db.execute(sql`
    insert into advertisements (id, product_id)
    select gen_random_uuid(), id from products where ('x' || right(id::text, 6))::bit(24)::int % 50 = 0`);
  await db.execute(sql`analyze products, users, advertisements, places, search_terms`);
}

/** How many phones one statement lists: for all at once, the statement would time out. */
const slice = 1_000;

/** Remainders by different primes: every combination occurs, and nothing is random. */
async function insertSlice(db: Database, from: number, to: number): Promise<void> {
  await db.execute(sql`
    insert into products (id, seller_id, category_id, image_id, model, phone, condition, location, city_id, buy_cents,
      sell_cents, use_year, device_id, storage_gb, colour, network_lock, description, created_at)
    select (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
      seller.id, category.id, image.id, model.model, '01711000000',
      (array['Fresh Condition', 'Good Condition', 'Bad Condition'])[1 + n % 3],
      (array['Dhaka', 'Sylhet', 'Khulna', 'Cox''s Bazar', 'München', 'New York', 'ঢাকা'])[1 + n * 13 % 7],
      (array[1185241, 1185099, 1336135, 1336134, 2867714, 5128581, null])[1 + n * 13 % 7],
      90000, 5000 + n * 7919 % 60000, '2',
      case when n % 2 = 0 then (
        select id from devices where devices.category_id = category.id and devices.model = model.model
      ) end,
      (array[64, 128, 256, 1024, null])[1 + n * 3 % 5],
      (array['black', 'white', 'blue', 'green', 'red', 'gold', 'pink', 'grey', 'purple', null, null])[1 + n * 7 % 11],
      (array['unlocked', 'locked', null])[1 + n / 3 % 3],
      case when n % 4 = 0 then 'The battery holds a whole day' else '' end,
      now() - n * interval '1 second'
    from generate_series(${from}::int, ${to}::int) as n
    join (values (0, 'Samsung', 'Galaxy S22'), (1, 'Samsung', 'Galaxy S22 Ultra'), (2, 'Apple', 'iPhone 13'),
      (3, 'Apple', 'iPhone 13 Pro'), (4, 'Xiaomi', 'Redmi Note 12'), (5, 'Google', 'Pixel 8 Pro'),
      (6, 'Samsung', 'Galaxy A54'), (7, 'Xiaomi', 'Redmi 10'), (8, 'Apple', 'iPhone SE (2022)'),
      (9, 'Nokia', 'G42'), (10, 'Samsung', 'Galaxy S21 FE'), (11, 'Sony', 'Xperia 1 IV'), (12, 'OnePlus', '11')
    ) as model (remainder, maker, model) on model.remainder = n % 13
    join categories as category on category.name = model.maker
    join (select id, row_number() over (order by email) as place from users where email like 'many-%') as seller
      on seller.place = 1 + n * 17 % 40
    cross join (select id from images where hash = repeat('ab', 32)) as image`);
}
