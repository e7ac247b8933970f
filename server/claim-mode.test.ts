import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { createTestDatabase } from '#testing/database.ts';
import { quickStart } from '#testing/quick-start.ts';
import { visitorOf } from '#testing/visitor.ts';
import { type Server, type StartOptions, startServer } from './start-server.ts';

const ofLive = {
  MODE: 'live',
  ADMIN_EMAIL: 'boss@phones.example',
  ADMIN_PASSWORD: 'B0ssPass',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  // No mail is sent, because this mail server does not exist.
  SMTP_URL: 'smtp://127.0.0.1:9',
  OPERATOR_NAME: 'Ringback Ltd',
  OPERATOR_ADDRESS: '1 Bell Street, London',
  OPERATOR_EMAIL: 'help@phones.example',
};

interface Data {
  readonly url: string;
  readonly folder: string;
}

async function newData(): Promise<Data> {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'ringback-mode-'));
  onTestFinished(async () => {
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  return { url, folder };
}

type Without = NonNullable<StartOptions['without']>;

/** Starts on `data`, without pages and by default without the demo's people and phones. */
async function start(
  { url, folder }: Data,
  env: Record<string, string>,
  without: Without = ['demo data', 'pages'],
): Promise<Server> {
  const port = String(await freePort());
  const own = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, HOST: '127.0.0.1' };
  const config = loadConfig({ ...own, DATABASE_URL: url, DATA_DIR: folder, ...env });
  return startServer({ config, log: createLog('silent'), without });
}

async function startAndStop(data: Data, env: Record<string, string>, without?: Without): Promise<void> {
  const server = await start(data, env, without);
  await server.stop();
}

async function query({ url }: Data, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const run = (program: string, args: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [...quickStart.flags, program, ...args], {
    env: { ...quickStart.env, ...env },
    timeout: 30_000,
  });

const load = ({ url, folder }: Data) =>
  run('bench/load.ts', ['100'], { DATABASE_URL: url, DATA_DIR: folder });

const signInStatus = async ({ address }: Server, email: string, password: string): Promise<number> =>
  (await visitorOf(address).call('POST', '/auth/sign-in/email', { email, password })).status;

test(
  'live refuses the database of a demo and says what to do, also one of before modes were stored',
  {
    timeout: 120_000,
  },
  async () => {
    const data = await newData();
    await startAndStop(data, {}, ['pages']);
    const elsewhere = { ...data, folder: (await newData()).folder };
    await expect(start(elsewhere, ofLive)).rejects.toThrow(/database holds a demo’s data.*DATABASE_URL/s);
    await query(data, `delete from settings where name = 'mode'`);
    await expect(start(elsewhere, ofLive)).rejects.toThrow(/demo’s data/);
    await query(data, `delete from settings where name = 'mode'`);
    await query(
      data,
      `update users set removed_at = now(), removed_email = email, email = id || '@removed.invalid'`,
    );
    await expect(start(elsewhere, ofLive)).rejects.toThrow(/demo’s data/);
    await startAndStop(data, {});
  },
);

test('live refuses the folder of a demo', async () => {
  const data = await newData();
  await startAndStop(data, {});
  const elsewhere = { ...data, url: (await newData()).url };
  await expect(start(elsewhere, ofLive)).rejects.toThrow(/folder .* holds a demo’s data.*DATA_DIR/s);
});

test('a folder whose mark was not written, because the disk was full, is taken later', async () => {
  const data = await newData();
  await writeFile(join(data.folder, 'mode'), '');
  await startAndStop(data, ofLive);
  await expect(start({ ...data, url: (await newData()).url }, {})).rejects.toThrow(
    /folder .* holds a live site’s data/,
  );
});

test('the demo refuses a live site’s data, in database and folder', async () => {
  const data = await newData();
  await startAndStop(data, ofLive);
  await expect(start(data, {})).rejects.toThrow(/database holds a live site’s data.*MODE=live/s);
  await expect(start({ ...data, url: (await newData()).url }, {})).rejects.toThrow(
    /folder .* holds a live site’s data/,
  );
  await startAndStop(data, ofLive);
});

test('what is refused is not migrated', async () => {
  const data = await newData();
  await startAndStop(data, ofLive);
  const newest = 'select max(created_at) as at from drizzle.__drizzle_migrations';
  await query(data, `update drizzle.__drizzle_migrations set created_at = 0 where created_at = (${newest})`);
  const before = await query(data, newest);
  // The newest migration would fail: what it makes is there already.
  await expect(start(data, {})).rejects.toThrow(/database holds a live site’s data/);
  expect((await query(data, newest)).rows).toEqual(before.rows);
});

test('demo phones never get into a live site, neither later nor by a database that becomes one', async () => {
  const live = await newData();
  await startAndStop(live, ofLive);
  await expect(load(live)).rejects.toThrow(/database holds a live site’s data/);
  expect((await query(live, 'select from products')).rowCount).toBe(0);
  const loaded = await newData();
  await load(loaded);
  await expect(start(loaded, ofLive)).rejects.toThrow(/database holds a demo’s data/);
}, 60_000);

test('a worker refuses a folder that no web process uses, since it would find no picture there', async () => {
  const data = await newData();
  await startAndStop(data, ofLive);
  const work = (folder: string) =>
    run('server/worker.ts', [], { ...ofLive, DATABASE_URL: data.url, DATA_DIR: folder });
  const { folder } = await newData();
  await expect(work(folder)).rejects.toThrow(/DATA_DIR: no web process uses the folder/);
  await writeFile(join(folder, 'mode'), 'demo');
  await expect(work(folder)).rejects.toThrow(/folder .* holds a demo’s data/);
});

test('a live site of before modes were stored stays one, also after a start without its MODE', async () => {
  const data = await newData();
  await startAndStop(data, ofLive);
  await query(data, `delete from settings where name = 'mode'`);
  const elsewhere = { ...data, folder: (await newData()).folder };
  await startAndStop(elsewhere, {});
  await startAndStop({ ...data, folder: (await newData()).folder }, ofLive);
});

test('live mode has its own admin, and refuses the demo’s passwords', async () => {
  const data = await newData();
  const server = await start(data, ofLive);
  onTestFinished(() => server.stop());
  expect(await signInStatus(server, ofLive.ADMIN_EMAIL, ofLive.ADMIN_PASSWORD)).toBe(200);
  expect(await signInStatus(server, 'admin@example.com', 'Admin1234')).toBe(401);
});

test('the first admin’s password follows the password rules', async () => {
  const data = await newData();
  for (const password of ['short', 'Password1']) {
    const weak = { ...ofLive, ADMIN_PASSWORD: password };
    await expect(start(data, weak)).rejects.toThrow(/ADMIN_PASSWORD is too weak\. At least 6 characters/);
  }
  await startAndStop(data, ofLive);
  // It is used only at the first start.
  await startAndStop(data, { ...ofLive, ADMIN_PASSWORD: 'short' });
});

test('an account that has not confirmed the admin’s address is not made the admin', async () => {
  const data = await newData();
  const first = await start(data, ofLive);
  const account = { name: 'Mallory', email: 'new-boss@phones.example', password: 'Mall0ryPass' };
  expect((await visitorOf(first.address).call('POST', '/auth/sign-up/email', account)).status).toBe(200);
  await first.stop();
  await query(data, `delete from accounts using users where user_id = users.id and role = 'admin'`);
  await query(data, `delete from users where role = 'admin'`);

  const changed = { ...ofLive, ADMIN_EMAIL: account.email };
  await expect(start(data, changed)).rejects.toThrow(/ADMIN_EMAIL.*never confirmed/s);
  const roles = await query(data, `select role from users where email = '${account.email}'`);
  expect(roles.rows).toEqual([{ role: 'user' }]);

  await query(data, `update users set email_verified = true where email = '${account.email}'`);
  const confirmed = await start(data, changed);
  onTestFinished(() => confirmed.stop());
  expect((await query(data, `select role from users`)).rows).toEqual([{ role: 'admin' }]);
  expect(await signInStatus(confirmed, account.email, account.password)).toBe(200);
});

test('under `localhost` it is reached by both addresses, and requests on either end before it does', async () => {
  const data = await newData();
  const server = await start(data, { HOST: 'localhost' });
  const { port } = new URL(server.address);
  for (const host of ['127.0.0.1', ...(hasIPv6() ? ['[::1]'] : [])]) {
    expect((await fetch(`http://${host}:${port}/api/config`)).status, host).toBe(200);
  }
  await server.stop();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

const hasIPv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
