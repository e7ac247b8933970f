import type pg from 'pg';

/** The number built concurrently; PostgreSQL uses additional processes for the larger ones. */
const builders = 2;

/**
 * Drops indexes, references and the trigger of the search documents of tables that are about to be filled.
 *
 * @returns a function that recreates indexes and references; the trigger stays off
 */
export async function takeIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<(pool: pg.Pool) => Promise<void>> {
  const { rows: indexes } = await client.query<Statements>(indexesOf, [tables]);
  const { rows: references } = await client.query<Statements>(referencesOf, [tables]);
  for (const { take } of [...references, ...indexes]) await client.query(take);
  await client.query('alter table products disable trigger products_write_search');
  return async (pool) => {
    const waiting = indexes.map(({ give }) => give);
    await Promise.all(Array.from({ length: builders }, () => buildAll(pool, waiting)));
    await buildAll(
      pool,
      references.map(({ give }) => give),
    );
  };
}

interface Statements {
  readonly take: string;
  readonly give: string;
}

/** The index of the search words first, since it takes longest. */
const indexesOf = `
  select format('drop index %I', relname) as take, pg_get_indexdef(oid) as give
  from pg_class join pg_index on indexrelid = oid
  where indrelid = any($1::text[]::regclass[]) and not indisprimary
  order by relname = 'products_search' desc, relname`;

const referencesOf = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as take,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as give
  from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])`;

async function buildAll(pool: pg.Pool, statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'`);
    for (let next = statements.shift(); next !== undefined; next = statements.shift())
      await client.query(next);
  } finally {
    client.release(true);
  }
}
