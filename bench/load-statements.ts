/** The queries that compute people, pictures and phones from their numbers; `COPY` has no parameters. */
import type { Rows } from './copy-rows.ts';
import { documentOf } from './load-documents.ts';

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

interface Numbers {
  /** As a PostgreSQL timestamp; read once, since loading may continue past midnight. */
  readonly today: string;
  readonly phones: number;
  readonly sellers: number;
  readonly buyers: number;
}

/** Rows of one number to another, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** People joined within the three years before today; sellers come first, so that their numbers are stable. */
const peopleSince = ({ today }: Numbers): string => `timestamptz '${today}' - interval '3 years'`;

export const people = (numbers: Numbers): Rows => ({
  table: 'users',
  columns: 'id, name, email, email_verified, photo_url, user_type, registered_at, verified_at',
  query: `
    select
      pg_temp.ident('person', i, at),
      pg_temp.pick(i, 1, '{Mina,Rahim,Farah,Tariq,Nadia,Omar,Lena,Jonas,Priya,Arif,Sara,Imran}') || ' ' ||
        pg_temp.pick(i, 2, '{Akter,Hossain,Khan,Rahman,Chowdhury,Sultana,Berg,Novak,Islam,Das,Silva,Haque}'),
      'person-' || i || '@bench.example',
      true,
      case when pg_temp.pick(i, 3) < 0.8 then '/images/' || pg_temp.digest(-i) || '.jpg' end,
      case when i <= ${numbers.sellers} then 'Seller' else 'Buyer' end,
      at,
      case when i <= ${numbers.sellers} and pg_temp.pick(i, 4) < 0.3 then at end
    from (select i, ${peopleSince(numbers)} + i * interval '1 second' as at
          from generate_series(1::bigint, ${numbers.sellers + numbers.buyers}) as i) as numbered`,
});

/** Phones were listed evenly over the two years before today. */
const listedAt = ({ today, phones }: Numbers): string =>
  `timestamptz '${today}' - (${phones} - i) * (interval '2 years' / ${phones})`;

/** A phone's own picture, its preview in colours derived from the hash. */
export const pictures = (numbers: Numbers, { from, to }: Range): Rows => ({
  table: 'images',
  columns: 'id, hash, width, height, widths, avif_widths, preview, short_side',
  query: `
    select pg_temp.ident('picture', i, ${listedAt(numbers)}), pg_temp.digest(i), 960, 1200,
      '{320,640,960}'::int[], '{320,640,960}'::int[],
      regexp_replace(left(pg_temp.digest(i), 24), '(.{6})(.{6})(.{6})(.{6})',
        'linear-gradient(#\\1,#\\2,#\\3,#\\4)'), 960
    from generate_series(${from}::bigint, ${to}) as i`,
});

/** The parts of each phone, chosen by its number. */
const drawn = (numbers: Numbers, { from, to }: Range): string => `
  from (
    select i, ${listedAt(numbers)} as at,
      1 + floor(power(pg_temp.pick(i, 16), 2) * ${numbers.sellers})::bigint as seller,
      1 + floor(power(pg_temp.pick(i, 5), 1.6) * (select count(*) from bench.models))::bigint as model,
      1 + floor(power(pg_temp.pick(i, 11), 2) * (select count(*) from bench.places))::bigint as town,
      case when pg_temp.pick(i, 8) < 0.6
        then 1 + floor(pg_temp.pick(i, 9) * (select count(*) - 1 from bench.descriptions))::bigint else 0 end as words
    from generate_series(${from}::bigint, ${to}) as i
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

/** Composed of the parts, each with the document of {@link documentOf}. */
export const listings = (numbers: Numbers, range: Range): Rows => ({
  table: 'products',
  columns: `id, seller_id, category_id, image_id, model, phone, condition, location, buy_cents, sell_cents, use_year,
    device_id, storage_gb, colour, network_lock, battery_health, description, state, created_at, updated_at, place_key,
    city_id, search_document`,
  query: `
    select
      pg_temp.ident('phone', i, at),
      pg_temp.ident('person', seller, ${peopleSince(numbers)} + seller * interval '1 second'),
      models.category_id,
      pg_temp.ident('picture', i, at),
      models.model,
      '017' || lpad((i % 100000000)::text, 8, '0'),
      facts.condition,
      places.label,
      buy,
      sell,
      (1 + floor(pg_temp.pick(i, 13) * 5)::int)::text,
      models.device_id,
      facts.storage_gb,
      facts.colour,
      facts.network_lock,
      case when pg_temp.pick(i, 17) < 0.5 then (70 + floor(pg_temp.pick(i, 18) * 31))::smallint end,
      descriptions.description,
      case when pg_temp.pick(i, 14) < 0.9 then 'live' when pg_temp.pick(i, 14) < 0.98 then 'sold' else 'removed' end,
      at,
      at,
      places.key,
      places.city_id,
      ${documentOf}
    ${drawn(numbers, range)}`,
});
