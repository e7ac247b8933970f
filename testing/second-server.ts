import { freePort } from '#server/platform/process/free-port.ts';

import type { Market } from './market.ts';
import { startServerChild } from './server-child.ts';

export interface SecondServer {
  readonly address: string;
  close(): Promise<void>;
}

/** The timeout of a test that starts one, in milliseconds: another process starts slowly on a busy machine. */
export const secondServerMs = 60_000;

/** Starts another web process, without pages, on the database of `market`. */
export async function startSecondServer({ services: { config } }: Market): Promise<SecondServer> {
  const port = await freePort();
  const child = startServerChild({
    DATABASE_URL: config.database.url ?? '',
    DATA_DIR: config.dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  });
  const { address } = await child.ready;
  return { address, close: async () => void (await child.end('SIGTERM')) };
}
