import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import pg from 'pg';
import { inject, onTestFinished, expect, test } from 'vitest';

import { createTestDatabase } from '#testing/database.ts';
import { quickStart } from '#testing/quick-start.ts';
import { callerOf } from '#testing/caller.ts';
import { ConfigError, loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { requireDatabase } from '#server/platform/postgres/require-database.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { claimDatabase } from './claim-mode.ts';
import { startServer, type Server } from './start-server.ts';

test('three processes that start at once on an empty database all start', async () => {
  const url = await emptyDatabase();
  const servers = await Promise.all([start(url), start(url), start(url)]);
  for (const { address } of servers) {
    const { status, body } = await callerOf(address).get('/category');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(50);
  }
  const { db } = servers[0].services;
  const admins = await db.$client.query("select 1 from users where role = 'admin'");
  expect(admins.rowCount).toBe(1);
  const names = await db.$client.query('select name from categories group by name having count(*) > 1');
  expect(names.rowCount).toBe(0);
});

test('a port that is taken ends the start with what to do, and leaves nothing open', async () => {
  const { url, drop } = await createTestDatabase();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(start(url, port)).rejects.toThrow(ConfigError);
  await expect.poll(() => connections(url)).toBe(0);
  await drop();
});

test('a database that cannot be used ends the start with the name of its setting and the reason', async () => {
  const away = `postgres://ringback@127.0.0.1:${await freePort()}/ringback`;
  await expect(start(away)).rejects.toThrow(configError(/DATABASE_URL: .*cannot be used: .*ECONNREFUSED/));
  const { url, drop } = await createTestDatabase();
  await expect(start(url, 0, { DATABASE_DIRECT_URL: away })).rejects.toThrow(
    configError(/DATABASE_DIRECT_URL: .*cannot be used: .*ECONNREFUSED/),
  );
  await expect.poll(() => connections(url)).toBe(0);
  await drop();
});

test('a direct address that leads to another database than DATABASE_URL ends the start', async () => {
  const [url, other] = [await emptyDatabase(), await emptyDatabase()];
  await expect(start(url, 0, { DATABASE_DIRECT_URL: other })).rejects.toThrow(
    configError(/DATABASE_DIRECT_URL: .*another database than DATABASE_URL/),
  );
});

test('a database that takes no writes or is not in UTF-8 ends the start with what it has to be', async () => {
  const standby = await emptyDatabase();
  await run(standby, `alter database ${nameOf(standby)} set default_transaction_read_only = on`);
  await expect(start(standby)).rejects.toThrow(configError(/DATABASE_URL: .*takes no writes.*primary/));
  const ascii = await emptyDatabase("encoding 'SQL_ASCII' locale 'C' template template0");
  await expect(start(ascii)).rejects.toThrow(configError(/DATABASE_URL: .*SQL_ASCII.*encoding 'UTF8'/));
});

test('a pooler that lends connections for a transaction at a time is refused where PostgreSQL itself is needed', async () => {
  const url = await emptyDatabase();
  const pooler = await emptyDatabase();
  // As behind such a pooler, two connections report the same process of PostgreSQL.
  await run(pooler, 'create schema pooler; create function pooler.pg_backend_pid() returns int return 1');
  await run(pooler, `alter database ${nameOf(pooler)} set search_path = pooler, public, pg_catalog`);
  await expect(start(pooler)).rejects.toThrow(
    configError(/DATABASE_DIRECT_URL is missing: DATABASE_URL .*pooler.*PostgreSQL itself/),
  );
  await expect(start(url, 0, { DATABASE_DIRECT_URL: pooler })).rejects.toThrow(
    configError(/DATABASE_DIRECT_URL: .*pooler.*PostgreSQL itself/),
  );
});

test('a replica without our tables is refused as another database', async () => {
  const { url, drop } = await createTestDatabase();
  const DATABASE_REPLICA_URL = await emptyDatabase();
  await expect(start(url, 0, { DATABASE_REPLICA_URL })).rejects.toThrow(
    configError(/DATABASE_REPLICA_URL: .*no replica/),
  );
  await drop();
});

test('a replica that is some moments behind the first installation is accepted', async () => {
  const { url, drop } = await createTestDatabase();
  const replica = await createTestDatabase();
  await run(replica.url, 'alter table products rename to coming');
  const { database } = loadConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica.url });
  const checked = requireDatabase(database);
  await run(replica.url, 'select pg_sleep(0.5)');
  await run(replica.url, 'alter table coming rename to products');
  await checked;
  await Promise.all([drop(), replica.drop()]);
});

test('a role that may not set up the database ends the start with the right that it lacks', async () => {
  const url = await emptyDatabase();
  await run(url, `revoke create on database ${nameOf(url)} from current_user`);
  await expect(start(url)).rejects.toThrow(
    configError(/DATABASE_URL: .*permission denied for database .*owner/),
  );
});

test('a data folder that cannot be used ends the start with the name of its setting', async () => {
  const { url, drop } = await createTestDatabase();
  const file = fileURLToPath(import.meta.url);
  for (const DATA_DIR of [file, join(file, 'below')])
    await expect(start(url, 0, { DATA_DIR })).rejects.toThrow(
      configError(/DATA_DIR: the folder .*\.ts.* cannot be used: E/),
    );
  await drop();
});

test('a picture storage that cannot be used is told in the log soon after the start, not by the first upload', async () => {
  const { url, drop } = await createTestDatabase();
  const refusing = createHttpServer((_, response) => {
    response
      .writeHead(403)
      .end('<Error><Code>InvalidAccessKeyId</Code><Message>No such key</Message></Error>');
  });
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo; // a TCP server has no other kind of address
  const keys = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'wrong', S3_SECRET_ACCESS_KEY: 'wrong' };
  const s3 = { ...keys, S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_FORCE_PATH_STYLE: '1' };
  const lines: string[] = [];
  await start(url, 0, s3, createLog('error', { write: (line) => void lines.push(line) }));
  await expect.poll(() => lines.join('')).toContain('the picture storage cannot be used');
  expect(lines.join('')).toContain('No such key');
  await drop();
});

test('a host that is no address of this machine ends the start with the name of its setting', async () => {
  const { url, drop } = await createTestDatabase();
  // An address of documentation examples (RFC 5737).
  await expect(start(url, 0, { HOST: '192.0.2.1' })).rejects.toThrow(configError(/HOST .*192\.0\.2\.1/));
  await drop();
});

test('a worker on a database without tables says what to start first', async () => {
  await expect(claimDatabase(await emptyDatabase(), 'live')).rejects.toThrow(
    configError(/start a web process first/),
  );
});

/** Matches a ConfigError with this message. */
const configError = (message: RegExp): unknown =>
  expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(message) });

test('the server and the demo are loaded without the picture library, which decodes in a process of its own', async () => {
  expect(await librariesOf(['#server/platform/images/image-encoder-render.ts'])).toMatch(/vips/);
  const libraries = await librariesOf(['#server/start-server.ts', '#server/demo.ts']);
  expect(libraries).toMatch(/libc\b/);
  expect(libraries).not.toMatch(/vips/);
});

/** The shared libraries of a process that has loaded these modules. */
async function librariesOf(modules: readonly string[]): Promise<string> {
  const imports = modules.map((name) => `await import('${name}');`).join('');
  const code = `${imports} process.report.excludeNetwork = true; console.log(process.report.getReport().sharedObjects.join())`;
  const flags = [...quickStart.flags, '--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  return stdout;
}

async function start(
  url: string,
  port = 0,
  more: Record<string, string> = {},
  log = createLog('silent'),
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-start-'));
  const own = { PORT: String(port), DATABASE_URL: url, DATA_DIR: dataDir, HOST: '127.0.0.1' };
  const config = loadConfig({ ...own, ...more });
  const server = await startServer({
    config,
    log,
    without: ['demo data', 'pages'],
  });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

/** A database without tables, as at the very first start. */
async function emptyDatabase(how = ''): Promise<string> {
  const name = `ringback_new_${process.pid}_${Date.now()}`;
  const own = new URL(inject('postgres').url);
  await run(own.href, `CREATE DATABASE ${name} ${how}`);
  onTestFinished(() =>
    run(inject('postgres').url, `DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined),
  );
  own.pathname = `/${name}`;
  return own.href;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function connections(url: string): Promise<number> {
  const { rows } = await run(
    inject('postgres').url,
    `select count(*)::int as open from pg_stat_activity where datname = '${nameOf(url)}'`,
  );
  return rows[0]?.open ?? 0;
}

async function run(connectionString: string, sql: string): Promise<pg.QueryResult<{ open: number }>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
