import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** The kinds that come from the catalogue; places come from the phones themselves. */
const remove = `delete from search_terms where kind in ('maker', 'model', 'word')`;

/** Makers, the most wanted first. */
const addMakers = `
  insert into search_terms (kind, term, label, weight)
  select distinct on (term) 'maker', search_normal(name) as term, name, greatest(1, 1000 - position)
  from categories where search_normal(name) <> ''
  order by term, position`;

/** Models by their whole name and by the model alone; if two share a term, it means the newer one. */
const addModels = `
  insert into search_terms (kind, term, label, weight, device_id)
  select distinct on (term) 'model', term, name, year, id
  from devices, unnest(array[search_normal(name), search_normal(model)]) as term
  where term <> ''
  order by term, year desc, name`;

/** Single words, weighted by the number of models that contain them. */
const addWords = `
  with named as (
    select id, search_normal(name) as normal from devices
    union all
    select null, search_normal(name) from categories
  )
  insert into search_terms (kind, term, label, weight)
  select 'word', word, word, greatest(1, count(distinct id))
  from named, unnest(string_to_array(normal, ' ')) as word
  where word <> ''
  group by word`;

/** In their order. */
export const termStatements = [remove, addMakers, addModels, addWords] as const;

/** Recreates the terms of makers, models and their words from the tables, within the given transaction. */
export async function refreshSearchTerms(db: Pick<NodePgDatabase, 'execute'>): Promise<void> {
  for (const statement of termStatements) await db.execute(sql.raw(statement));
}
