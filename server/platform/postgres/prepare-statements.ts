import type pg from 'pg';

/** Further texts are planned every time, because a prepared one takes memory in every connection. */
const maxPrepared = 500;

/**
 * Returns a function that gives a connection whose statements with parameters are prepared: PostgreSQL parses and plans
 * each text once per connection, where it would otherwise do so for every call. A text that varies with the number of
 * its parameters counts as many; what has a name of its own keeps it.
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
    // `Object.create` does not know the type: it is the connection, with one method replaced that Drizzle calls.
    return Object.create(client, { query: { value: query } }) as pg.PoolClient;
  };
}
