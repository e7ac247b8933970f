import { eq, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import { countCap } from '#contract/search-words.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { joinsImage, joinsSeller, productColumns } from '#server/products/service.ts';
import type { Execute, ExecutePrepared } from './limit-time.ts';

/**
 * Reads the cards of found phones, with a statement that is prepared once per connection.
 *
 * @param usesPrepared false behind a connection pooler that may send each statement to another connection
 */
export function prepareCards(usesPrepared: boolean) {
  const prepared = new WeakMap<pg.PoolClient, ReturnType<typeof prepare>>();
  const on = (client: pg.PoolClient) => {
    const known = prepared.get(client) ?? prepare(drizzle(client), usesPrepared);
    prepared.set(client, known);
    return known;
  };
  return {
    /** In the order of `ids`, without phones that were deleted meanwhile. */
    list: async (executePrepared: ExecutePrepared, ids: readonly string[]) => {
      const rows = ids.length === 0 ? [] : await executePrepared((client) => on(client).execute({ ids }));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

const prepare = (db: Pick<NodePgDatabase, 'select'>, usesPrepared: boolean) =>
  db
    .select(productColumns)
    .from(products)
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .where(eq(products.id, sql`any(${sql.placeholder('ids')}::uuid[])`))
    .prepare(usesPrepared ? 'search_cards' : '');

export type Cards = ReturnType<typeof prepareCards>;

export interface SuggestionRow {
  readonly text: string;
  readonly kind: 'model' | 'maker' | 'place';
  /** Live phones, counted up to {@link countCap}; null for a place, because no index counts its phones cheaply. */
  readonly count: number | null;
}

/** Adds the number of live phones of each model and maker, reading as many index entries as it counts. */
const withCounts = (found: string): string => `
  select label as text, kind, case kind
    when 'model' then ${countLive('device_id = found.device_id')}
    when 'maker' then ${countLive('category_id = (select id from categories where name = found.label)')}
  end as count
  from (${found}) as found`;

const countLive = (condition: string): string =>
  `(select count(*)::int from (select from products where state = 'live' and ${condition} limit ${countCap}) as counted)`;

/** Whether somebody sells this model. */
const isSold = `exists (select from products where state = 'live' and products.device_id = search_terms.device_id)`;

/** Whether a place has a phone that was not removed. Otherwise it is neither suggested nor known. */
export const isUsedPlace = `exists (
  select from products where place_key = places.key and state not in ('hidden', 'removed') and taken_down_at is null
)`;

/** Makers, models and places that begin with a text. @param q normalised */
export const listByPrefix = (execute: Execute, q: string): Promise<SuggestionRow[]> =>
  execute<SuggestionRow>({
    name: 'search_by_prefix',
    text: withCounts(`
      (select label, kind, device_id from search_terms where kind = 'maker' and term like $1 || '%'
        order by weight desc limit 3)
      union all
      (select label, kind, device_id from search_terms where kind = 'model' and term like $1 || '%'
        order by ${isSold} desc, weight desc, term limit 12)
      union all
      (select label, 'place', null::uuid from places where key like $1 || '%' and ${isUsedPlace} order by key limit 2)`),
    values: [q],
  });

/** Models with a word that begins with a text: the Galaxy S22 for "s2". @param q normalised */
export const listByWordPrefix = (execute: Execute, q: string): Promise<SuggestionRow[]> =>
  execute<SuggestionRow>({
    name: 'search_by_word_prefix',
    text: withCounts(`
      select label, kind, device_id from search_terms where kind = 'model' and term like '% ' || $1 || '%'
      order by ${isSold} desc, weight desc, term limit 16`),
    values: [q],
  });

/** Makers, models and places with a name or a part of it that is similar. @param q normalised */
export const listSimilar = (execute: Execute, q: string): Promise<SuggestionRow[]> =>
  execute<SuggestionRow>({
    name: 'search_similar',
    text: withCounts(`
      (select label, kind, device_id from search_terms where kind in ('maker', 'model') and $1 <% term
        order by word_similarity($1, term) desc, ${isSold} desc, weight desc, term limit 16)
      union all
      (select label, 'place', null::uuid from places where key % $1 and ${isUsedPlace} order by similarity(key, $1) desc, key limit 2)`),
    values: [q],
  });
