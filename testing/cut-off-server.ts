/** A server whose connection to its database can be cut. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startServer, type StartOptions } from '#server/start-server.ts';

import { createTestDatabase } from './database.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { makers } from './market.ts';

interface CutOffOptions extends Pick<StartOptions, 'without'>, Partial<Pick<StartOptions, 'log'>> {
  readonly pageCacheBytes?: number;
}

/** Starts it with a new database, which `databaseUrl` reaches even while the proxy is cut. */
export async function startCutOffServer({
  without,
  pageCacheBytes,
  log = createLog('silent'),
}: CutOffOptions) {
  const database = await createTestDatabase();
  const proxy = await openDatabaseProxy(database.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-cut-off-'));
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '0',
  });
  const server = await startServer({
    config: {
      ...config,
      hosts: ['127.0.0.1'],
      ...(pageCacheBytes === undefined ? {} : { pageCacheBytes }),
    },
    log,
    ...(without === undefined ? {} : { without }),
  });
  const close = async (): Promise<void> => {
    await server.stop();
    await proxy.cut();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    server,
    proxy,
    databaseUrl: database.url,
    market: makers(server.address, server.services),
    close,
  };
}

export type CutOffServer = Awaited<ReturnType<typeof startCutOffServer>>;
