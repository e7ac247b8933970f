/**
 * The common parts of a data set's phones and their search words, computed once each: the trigger of `products`
 * computes them for every row, which would take most of an hour for a million.
 */
import type pg from 'pg';

import { conditions } from '#contract/products.ts';
import { places } from './load-places.ts';

/** Creates the tables from which phones are composed. Categories and devices must exist. */
export async function prepareParts(client: pg.ClientBase): Promise<void> {
  await client.query('create schema bench');
  await client.query(models);
  await client.query(placesTable, [places]);
  await client.query(facts, [[...conditions]]);
  await client.query(descriptions);
  await client.query('analyze bench.models, bench.places, bench.facts, bench.descriptions');
}

export const dropParts = 'drop schema bench cascade';

/** The search document as the trigger of `products` composes it, from prepared words. */
export const documentOf = `
  models.words || places.words || facts.words || descriptions.words || array_to_tsvector(array_remove(array[
    '=category:' || models.category_id, '=condition:' || facts.condition, '=storage:' || facts.storage_gb,
    '=colour:' || facts.colour, '=network:' || facts.network_lock, '=place:' || places.key,
    '=price:' || search_price_step(sell)
  ], null))`;

/** How many of a hundred phones have another document than their trigger would write. */
export const otherDocuments = `
  select count(*)::int as count from (select * from products order by md5(id::text) limit 100) as phone
  join categories on categories.id = phone.category_id
  where phone.search_document <> product_search_document(categories.name, row(phone.*)::products)
      || coalesce((select array_to_tsvector(array['=area:' || area]) from cities where id = phone.city_id), '')
    or phone.place_key is distinct from nullif(search_normal(phone.location), '')`;

/** Every model as the catalogue writes it, and as sellers type it themselves. */
const models = `
  create unlogged table bench.models as
  select row_number() over (order by categories.position, md5(slug)) as place, is_own,
    case when not is_own then devices.id end as device_id, category_id, text as model, storage_gb, colours, year,
    search_vector(categories.name || ' ' || text, 'A') as words
  from devices join categories on categories.id = category_id,
    lateral (values (false, model), (true, model || ' dual SIM')) as written (is_own, text)
  where length(text) <= 80`;

/** Each with the largest city of its name; without a city if the list of cities has another name for it. */
const placesTable = `
  create unlogged table bench.places as
  with largest as materialized (
    select distinct on (key) key, id, area
    from (select search_normal(name) as key, id, area, population from cities) as named
    order by key, population desc
  )
  select place, label, search_normal(label) as key, largest.id as city_id,
    search_vector(label, 'B') || array_to_tsvector(array_remove(array['=area:' || largest.area], null)) as words
  from unnest($1::text[]) with ordinality as named (label, place)
  left join largest on largest.key = search_normal(label)`;

/** Every combination of facts that a phone may have. */
const facts = `
  create unlogged table bench.facts as
  select colour, condition, network_lock, storage_gb,
    concat_ws('/', coalesce(colour, '-'), coalesce(storage_gb::text, '-'), coalesce(network_lock, '-'), condition) as key,
    search_vector(concat_ws(' ', colour, condition, network_lock,
      case when storage_gb >= 1024 then storage_gb / 1024 || 'tb' else storage_gb || 'gb' end), 'C') as words
  from (select distinct unnest(colours) as colour from devices union all select null) as colours,
    unnest($1::text[]) as condition, unnest('{unlocked,locked,null}'::text[]) as network_lock,
    (select distinct unnest(storage_gb) as storage_gb from devices union all select null) as storages`;

const descriptions = `
  create unlogged table bench.descriptions as
  select 0 as place, '' as description, ''::tsvector as words
  union all
  select row_number() over (), text as description, search_vector(text, 'D')
  from unnest(array['Always in a case and behind glass.', 'The frame has two small marks, the screen none.',
      'Bought new, one owner, no repairs.', 'The screen was replaced by the maker last spring.',
      'Used as a second phone for work.', 'A fine scratch beside the camera, seen only in the sun.']) as state,
    unnest(array['The battery holds a whole day.', 'Battery was changed in the summer.',
      'Charges fast, stays cool.', 'Holds half a day of heavy use.']) as battery,
    unnest(array['With box and cable.', 'Charger and receipt are there.', 'Only the phone.',
      'A second case comes with it.']) as rest,
    lateral (values (concat_ws(' ', state, battery, rest))) as written (text)`;
