/** A market whose server is a process that tests kill, on a data folder that survives it. */
import { readFile, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { createAccessTokens } from '#server/auth/issue-token.ts';
import { sharedSecret } from '#server/auth/service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { createStripeClient } from '#server/platform/stripe/stripe-client.ts';

import { makers } from './market.ts';
import { startServerChild } from './server-child.ts';
import { makeThrowawayFolder } from './throwaway-folder.ts';

export type KillMarket = Awaited<ReturnType<typeof openKillMarket>>;

/** Starts the product on a new data folder, with PostgreSQL's fsync on as in production. */
export async function openKillMarket() {
  const dataDir = makeThrowawayFolder();
  const port = await freePort();
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  };
  let child = startServerChild(environment);
  const { address, databaseUrl } = await child.ready;
  const config = loadConfig(environment);
  const { db, close } = openDatabase({ url: databaseUrl, onError: () => undefined });
  const tokens = createAccessTokens({ secret: await sharedSecret(db), clock: systemClock });
  const { secretKey } = config.stripe;
  const apiBase = `${address}/sandbox/stripe`;
  const stripe = createStripeClient({ secretKey, apiBase, timeoutMs: 10_000, maxNetworkRetries: 0 });
  return {
    address,
    // The parts of the other process's services that this one can use.
    services: { db, tokens, stripe, config },
    ...makers(address, { db, tokens, clock: systemClock }),
    isRunning: () => child.process.exitCode === null && child.process.signalCode === null,
    /** `kill -9` of the server; PostgreSQL survives it. */
    killServer: () => child.end('SIGKILL'),
    startServer: async () => {
      child = startServerChild(environment);
      await child.ready;
    },
    /** `kill -9` of PostgreSQL's main process, while the server runs. */
    killPostgres: async () => process.kill(await postmasterOf(dataDir), 'SIGKILL'),
    close: async () => {
      await close();
      // If the server was killed and not restarted, PostgreSQL still runs: start the server once more to end both.
      if (child.process.signalCode !== null) child = startServerChild(environment);
      await child.ready;
      await child.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function postmasterOf(dataDir: string): Promise<number> {
  const notes: { cluster: string } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const cluster = isAbsolute(notes.cluster) ? notes.cluster : join(dataDir, notes.cluster);
  const pidFile = join(cluster, 'postmaster.pid');
  return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
}
