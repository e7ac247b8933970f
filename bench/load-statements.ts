/** The statements that make people, pictures and phones out of their numbers. */

/** `pick` is a share from 0 to 1 that is always the same for a row; `ident` is its UUIDv7. */
export const functions = `
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

/** Of how many sellers and how many buyers. */
export const people = `
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
    case when i <= $1 and pg_temp.pick(i, 4) < 0.3 then at end
  from (select i, ${peopleSince} + i * interval '1 second' as at
        from generate_series(1::bigint, $1::bigint + $2::bigint) as i) as numbered`;

/** Phones were listed evenly over the two years before today. */
const listedAt = `date_trunc('day', now()) - ($1::bigint - i) * (interval '2 years' / $1::bigint)`;

/** A phone's own picture. The ThumbHash's head is a real one; its waves, which the digest gives, may be any. */
export const pictures = `
  insert into images (id, hash, width, height, widths, avif_widths, thumbhash)
  select pg_temp.ident('picture', i, ${listedAt}), pg_temp.digest(i), 960, 1200, '{320,640,960}', '{320,640,960}',
    encode(decode('1cf80d1d76' || left(pg_temp.digest(i), 40), 'hex'), 'base64')
  from generate_series($2::bigint, $3::bigint) as i`;

/** What each phone is put together of, drawn by its number. */
const drawn = `
  from (
    select i, ${listedAt} as at,
      1 + floor(power(pg_temp.pick(i, 16), 2) * $2::bigint)::bigint as seller,
      1 + floor(power(pg_temp.pick(i, 5), 1.6) * (select count(*) from bench.models))::bigint as model,
      1 + floor(power(pg_temp.pick(i, 11), 2) * (select count(*) from bench.places))::bigint as town,
      case when pg_temp.pick(i, 8) < 0.6
        then 1 + floor(pg_temp.pick(i, 9) * (select count(*) - 1 from bench.descriptions))::bigint else 0 end as words
    from generate_series($3::bigint, $4::bigint) as i
  ) as phone
  join bench.models on models.place = phone.model
  join bench.places on places.place = phone.town
  join bench.descriptions on descriptions.place = phone.words
  join bench.facts on facts.key = concat_ws('/',
    coalesce(case when pg_temp.pick(i, 10) < 0.85 then pg_temp.pick(i, 7, models.colours) end, '-'),
    coalesce(case when pg_temp.pick(i, 19) < 0.85 then pg_temp.pick(i, 6, models.storage_gb::text[]) end, '-'),
    case when pg_temp.pick(i, 21) < 0.6 then 'unlocked' when pg_temp.pick(i, 21) < 0.7 then 'locked' else '-' end,
    case when pg_temp.pick(i, 22) < 0.3 then 'Fresh' when pg_temp.pick(i, 22) < 0.85 then 'Good' else 'Bad' end
      || ' Condition')
  cross join lateral (
    select (6000 + pg_temp.pick(i, 15) * 9000 * greatest(1, models.year - 2014))::int as buy
  ) as new_price
  cross join lateral (
    select greatest(500, floor(buy * (0.3 + 0.5 * pg_temp.pick(i, 12)) / 100) * 100)::int as sell
  ) as own_price`;

/** Those from one number to another, of so many phones by so many sellers, put together of the parts. */
export const insertListings = (documentOf: string): string => `
  insert into products (id, seller_id, category_id, image_id, model, phone, condition, location, buy_cents,
    sell_cents, use_year, device_id, storage_gb, colour, network_lock, battery_health, description, state, created_at,
    updated_at, place_key, search_document)
  select
    pg_temp.ident('phone', i, at),
    pg_temp.ident('person', seller, ${peopleSince} + seller * interval '1 second'),
    models.category_id,
    pg_temp.ident('picture', i, at),
    models.model,
    '017' || lpad((i % 100000000)::text, 8, '0'),
    facts.condition,
    places.label,
    buy,
    sell,
    1 + floor(pg_temp.pick(i, 13) * 5)::int,
    models.device_id,
    facts.storage_gb,
    facts.colour,
    facts.network_lock,
    case when pg_temp.pick(i, 17) < 0.5 then 70 + floor(pg_temp.pick(i, 18) * 31)::int end,
    descriptions.description,
    case when pg_temp.pick(i, 14) < 0.9 then 'live' when pg_temp.pick(i, 14) < 0.98 then 'sold' else 'removed' end,
    at,
    at,
    places.key,
    ${documentOf}
  ${drawn}`;
