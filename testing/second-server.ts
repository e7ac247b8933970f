/** Another web process on the database of a market. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { freePort } from '#server/platform/free-port.ts';

import type { Market } from './market.ts';

export interface SecondServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the product, without pages, as a process of its own beside `market`. */
export async function startSecondServer({ services: { config } }: Market): Promise<SecondServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = fork(fileURLToPath(new URL('kill-server.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: config.database.url,
      DATA_DIR: config.dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: address,
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'silent',
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void gone.then(() => reject(new Error(`the second server ended: ${complaint}`)));
  });
  await ready;
  return {
    address,
    close: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
