/** Fills an empty, migrated database with people, pictures and phones: the same every time, except for the date. */
import type pg from 'pg';

import { conditions } from '#contract/products.ts';

/** One seller for so many phones, one buyer for so many: most people come to look. */
const phonesPerSeller = 25;
const phonesPerBuyer = 5;

/**
 * Fills the tables by one `insert … select` each, inside the database: a million phones take a minute or two.
 *
 * Few makers have most of the phones and few sellers list most of them; a tenth of the phones is sold or removed.
 * Categories must be there.
 */
export async function loadPhones(pool: pg.Pool, phones: number): Promise<void> {
  const sellers = Math.ceil(phones / phonesPerSeller);
  const buyers = Math.ceil(phones / phonesPerBuyer);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(functions);
    await client.query('begin');
    await client.query(people, [sellers, buyers]);
    await client.query(pictures, [phones]);
    await client.query(listings, [phones, sellers, [...conditions]]);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    // Its temporary functions and its settings go with it.
    client.release(true);
  }
}

/** `pick` is a share from 0 to 1 that is always the same for a row; `ident` is its UUIDv7. */
const functions = `
  create function pg_temp.pick(i bigint, salt bigint) returns float8 immutable language sql as
    $$ select (hashint8extended(i, salt) & 1048575) / 1048576.0 $$;
  create function pg_temp.pick(i bigint, salt bigint, choices text[]) returns text immutable language sql as
    $$ select choices[1 + floor(pg_temp.pick(i, salt) * cardinality(choices))::int] $$;
  create function pg_temp.ident(kind text, i bigint, at timestamptz) returns uuid immutable language sql as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(kind || i), 1, 3) || '8' || substr(md5(kind || i), 4, 15))::uuid $$;
  create function pg_temp.digest(i bigint) returns text immutable language sql as
    $$ select encode(sha256(i::text::bytea), 'hex') $$`;

/** People came within the three years before today; sellers first, so that their numbers stay theirs. */
const peopleSince = `date_trunc('day', now()) - interval '3 years'`;

const people = `
  insert into users (id, name, email, email_verified, photo_url, user_type, registered_at, verified_at)
  select
    pg_temp.ident('person', i, at),
    pg_temp.pick(i, 1, '{Mina,Rahim,Farah,Tariq,Nadia,Omar,Lena,Jonas,Priya,Arif,Sara,Imran}') || ' ' ||
      pg_temp.pick(i, 2, '{Akter,Hossain,Khan,Rahman,Chowdhury,Sultana,Berg,Novak,Islam,Das,Silva,Haque}'),
    'person-' || i || '@bench.example',
    true,
    case when pg_temp.pick(i, 3) < 0.8 then '/images/' || pg_temp.digest(-i) || '.jpg' end,
    case when i <= $1 then 'Seller' else 'Buyer' end,
    at,
    case when i <= $1 and pg_temp.pick(i, 4) < 0.6 then at end
  from (select i, ${peopleSince} + i * interval '1 second' as at
        from generate_series(1::bigint, $1::bigint + $2::bigint) as i) as numbered`;

/** Phones were listed evenly over the two years before today. */
const listedAt = `date_trunc('day', now()) - ($1::bigint - i) * (interval '2 years' / $1::bigint)`;

/** A phone's own picture. The ThumbHash's head is a real one; its waves, which the digest gives, may be any. */
const pictures = `
  insert into images (id, hash, width, height, widths, thumbhash)
  select pg_temp.ident('picture', i, ${listedAt}), pg_temp.digest(i), 960, 1200, '{320,640,960}',
    encode(decode('1cf80d1d76' || left(pg_temp.digest(i), 40), 'hex'), 'base64')
  from generate_series(1::bigint, $1::bigint) as i`;

const listings = `
  with makers as (select array_agg(id order by position) as ids from categories)
  insert into products (id, seller_id, category_id, image_id, model, phone, condition, location, buy_cents,
    sell_cents, use_year, state, created_at, updated_at)
  select
    pg_temp.ident('phone', i, at),
    pg_temp.ident('person', seller, ${peopleSince} + seller * interval '1 second'),
    makers.ids[1 + floor(power(pg_temp.pick(i, 5), 2.5) * cardinality(makers.ids))::int],
    pg_temp.ident('picture', i, at),
    pg_temp.pick(i, 6, '{Galaxy S,iPhone,Pixel,Redmi Note,Moto G,Nord,Xperia,Reno,Magic,Zenfone}') || ' ' ||
      (5 + floor(pg_temp.pick(i, 7) * 20))::int || pg_temp.pick(i, 8, '{"",""," Pro"," Plus"," 5G"," Ultra"}') ||
      pg_temp.pick(i, 9, '{" 64 GB"," 128 GB"," 256 GB"," 512 GB"}'),
    '017' || lpad((i % 100000000)::text, 8, '0'),
    pg_temp.pick(i, 10, $3::text[]),
    pg_temp.pick(i, 11, '{Dhaka,Chattogram,Sylhet,Khulna,Rajshahi,Berlin,Lisbon,Kolkata,Lagos,Manila}'),
    buy,
    greatest(500, floor(buy * (0.3 + 0.5 * pg_temp.pick(i, 12)))::int),
    1 + floor(pg_temp.pick(i, 13) * 5)::int,
    case when pg_temp.pick(i, 14) < 0.9 then 'live' when pg_temp.pick(i, 14) < 0.98 then 'sold' else 'removed' end,
    at,
    at
  from makers, (
    select i, ${listedAt} as at, 10000 + floor(pg_temp.pick(i, 15) * 120000)::int as buy,
      1 + floor(power(pg_temp.pick(i, 16), 2) * $2::bigint)::bigint as seller
    from generate_series(1::bigint, $1::bigint) as i) as numbered`;
