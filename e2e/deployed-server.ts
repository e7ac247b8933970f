/** The product in a separate folder, like an installation: its build can be replaced between two starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '#server/platform/process/free-port.ts';
import { quickStart } from '#testing/quick-start.ts';
import { makeThrowawayFolder } from '#testing/throwaway-folder.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const parts = [
  'build/client',
  'build/server',
  'contract',
  'db',
  'sandbox',
  'server',
  'scripts',
  'package.json',
];

export interface DeployedServer {
  readonly address: string;
  /** Stops it, removes files of these names from its build, and starts it again. */
  redeployWithout(names: RegExp): Promise<void>;
  /** Deletes the stored files of earlier builds, as happens after a day. */
  deleteEarlierBuilds(): Promise<void>;
  /** Stops it, and starts it again with a build whose service worker has `after` instead of `before`. */
  redeployServiceWorker(before: string, after: string): Promise<void>;
  close(): Promise<void>;
}

/** @param settings of its environment, in addition to those of every such server */
export async function startDeployedServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<DeployedServer> {
  const home = makeThrowawayFolder();
  const folder = join(home, 'product');
  // In one step: in small steps it once stalled for minutes, until a timer woke the process.
  for (const part of parts) cpSync(join(project, part), join(folder, part), { recursive: true });
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const dataDir = join(home, 'data');
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [...quickStart.flags, 'server/main.ts'], {
      cwd: folder,
      env: {
        ...process.env,
        RATE_LIMIT_FACTOR: '0',
        ...settings,
        PORT: port,
        PUBLIC_URL: address,
        DATA_DIR: dataDir,
      },
      stdio: 'ignore',
    });
    while (!(await isUp(address))) {
      if (child.exitCode !== null) throw new Error('The deployed server ended');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return child;
  };
  let child = await start();
  return {
    address,
    async redeployWithout(names) {
      // It stores its build's files before it ends.
      await stop(child);
      const assets = join(folder, 'build/client/assets');
      for (const file of await readdir(assets)) if (names.test(file)) await rm(join(assets, file));
      child = await start();
    },
    async deleteEarlierBuilds() {
      // Only files: the server may still be storing those of its own build in the same folder.
      const folderOfBuilds = join(dataDir, 'images', 'bu');
      for (const entry of await readdir(folderOfBuilds, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await rm(join(entry.parentPath, entry.name), { force: true });
    },
    async redeployServiceWorker(before, after) {
      await stop(child);
      const file = join(folder, 'build/client/service-worker.js');
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(before, after));
      // Otherwise they would be served instead.
      for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`);
      child = await start();
    },
    async close() {
      await stop(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function isUp(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`)).ok;
  } catch {
    // Not yet.
    return false;
  }
}
