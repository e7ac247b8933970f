import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { freePort } from '#server/platform/process/free-port.ts';
import { temporaryFolder } from './market.ts';
import type { Options } from './options.ts';
import { answers } from './program.ts';
import type { Row } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** From `npm start` to the first 200 of `/`: with an empty data folder, and again with the data of the first start. */
export async function measureStart({ isQuick }: Options): Promise<Row[]> {
  const dataDir = await temporaryFolder();
  const first = await secondsToAnswer(dataDir);
  const later: number[] = [];
  while (later.length < (isQuick ? 1 : 3)) later.push(await secondsToAnswer(dataDir));
  return [
    {
      work: 'first start to first answer, demo included',
      ours: [first],
      bound: { kind: 'most', of: 10 },
      unit: 's',
    },
    {
      work: 'second start to first answer',
      ours: later,
      bound: { kind: 'most', of: 2.5 },
      unit: 's',
    },
  ];
}

async function secondsToAnswer(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const exited = once(npm, 'exit');
  try {
    await answers(`http://127.0.0.1:${port}/`);
    return (performance.now() - startedAt) / 1000;
  } finally {
    npm.kill('SIGTERM');
    await exited;
  }
}
