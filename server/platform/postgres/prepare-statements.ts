import type pg from 'pg';

/** Further statements are planned for each call, because a prepared one takes memory in every connection. */
const maxPrepared = 500;

/**
 * Returns a function that wraps a connection so that its statements with parameters are prepared: PostgreSQL parses and
 * plans each text once per connection instead of for every call. A text that varies with the number of its parameters
 * counts as many; a statement with its own name keeps it.
 */
export function statementPreparation() {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size === maxPrepared) return known;
    const name = `prepared_${names.size}`;
    names.set(text, name);
    return name;
  };
  return (client: pg.PoolClient): pg.PoolClient => {
    const query = (statement: pg.QueryConfig, values: unknown[] = []) => {
      const name = statement.name ?? (values.length === 0 ? undefined : nameOf(statement.text));
      return client.query(name === undefined ? statement : { ...statement, name }, values);
    };
    // The type of `Object.create` is `any`: it is the connection with one method replaced, the one that Drizzle calls.
    return Object.create(client, { query: { value: query } }) as pg.PoolClient;
  };
}
