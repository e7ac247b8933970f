import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('test databases have the tables of the product and do not see each other’s rows', async () => {
  const [one, other] = await Promise.all([connect(), connect()]);
  await one.query("CREATE TABLE mark AS SELECT 'one' AS name");
  const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
  const namesOf = async (client: pg.Client): Promise<string[]> =>
    (await client.query<{ table_name: string }>(tables)).rows.map((row) => row.table_name);
  expect(await namesOf(one)).toContain('mark');
  expect(await namesOf(other)).not.toContain('mark');
  expect((await namesOf(other)).length).toBeGreaterThan(0);
});

test('a dropped test database is gone', async () => {
  const database = await createTestDatabase();
  await database.drop();
  await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow(/does not exist/);
});

async function connect(): Promise<pg.Client> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return client;
}
