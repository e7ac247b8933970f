import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { fileStorage } from '#server/platform/images/image-storage-file.ts';
import { ReadRefused } from '#server/platform/images/image-storage.ts';
import { type Market, openMarket, openMarketWithPages } from '#testing/market.ts';
import { buildLifetimeMs, rememberBuild, serveEarlierBuilds } from './page-builds.ts';

let market: Market;
let home: string;
const dayMinutes = buildLifetimeMs / 60_000;
beforeAll(async () => {
  market = await openMarket();
  home = await mkdtemp(join(tmpdir(), 'ringback-builds-'));
});
afterAll(async () => {
  await market.close();
  await rm(home, { recursive: true, force: true });
});

/** Creates the folder of a build with these files. */
async function build(name: string, files: readonly string[]): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  for (const file of files) await writeFile(join(folder, file), `/* ${file} */`);
  return folder;
}

test('the files of the build before stay for a day, and what both builds have stays', async () => {
  const storage = fileStorage({ folder: join(home, 'storage') });
  const { db } = market.services;
  const deps = { db, storage, clock: market.clock };
  const app = Fastify();
  serveEarlierBuilds(app, storage);
  const read = async (file: string) => {
    const { statusCode, body, headers } = await app.inject(`/assets/${file}`);
    return [statusCode, body, headers['content-type']];
  };
  const script = 'text/javascript; charset=utf-8';

  await rememberBuild(deps, await build('first', ['frame-A_1.js', 'home-B-2.js', 'home-B-2.js.br']));
  const second = await build('second', ['frame-A_1.js', 'home-C3.js']);
  market.clock.advance(3 * dayMinutes);
  await rememberBuild(deps, join(home, 'first'));
  await rememberBuild(deps, second);
  market.clock.advance(dayMinutes - 1);
  await rememberBuild(deps, second);
  expect(await read('home-B-2.js')).toEqual([200, '/* home-B-2.js */', script]);

  market.clock.advance(2);
  await rememberBuild(deps, second);
  expect(await read('home-B-2.js')).toEqual([404, 'Not Found', 'text/plain']);
  expect(await read('frame-A_1.js')).toEqual([200, '/* frame-A_1.js */', script]);
  const [status] = await read('..%2f..%2fetc%2fpasswd');
  expect(status).toBe(404);
  await app.close();
});

test('a file that the storage refuses to read is a missing one', async () => {
  const storage = fileStorage({ folder: join(home, 'storage') });
  const app = Fastify();
  serveEarlierBuilds(app, { ...storage, read: () => Promise.reject(new ReadRefused('AccessDenied')) });
  expect((await app.inject('/assets/home-A1.js')).statusCode).toBe(404);
  await app.close();
});

test('where other processes may be asked for them, the files of a new build are stored when it is served', async () => {
  const withPages = await openMarketWithPages();
  onTestFinished(() => withPages.close());
  const { rows } = await withPages.services.db.$client.query(
    "select 1 from settings where name like 'page-build:%'",
  );
  expect(rows).toHaveLength(1);
});
