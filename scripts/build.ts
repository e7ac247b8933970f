// Builds the pages, unless the existing build was made from the same files.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { liveMarks, markFolder } from '#server/platform/process/process-marks.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'build', 'pages.stamp');
const builders = join(root, 'build', 'builders');
const inputs = ['web', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];

/** Servers that use `build/` leave a mark here, so that it is not rebuilt while they run. */
export const runningServers = join(root, 'build', 'running');

if (import.meta.main) await build();

/** Builds the pages if they are stale; of several processes that detect this, one builds. */
export async function buildIfStale(): Promise<void> {
  while (!(await isFresh())) {
    const mark = await markFolder(builders);
    try {
      if (mark.others.length === 0) {
        // Another process may have built them between the check and the mark.
        if (!(await isFresh())) await build();
        return;
      }
    } finally {
      await mark.remove();
    }
    // Random, so that two simultaneous processes do not yield to each other for ever.
    await delay(100 + Math.random() * 400);
  }
}

/** Builds the pages; prints nothing unless it fails. */
export async function build(): Promise<void> {
  await refuseUnderRunningServer();
  const startedAt = performance.now();
  console.log('Building the pages …');
  const fingerprint = await fingerprintInputs();
  await rm(stampFile, { force: true });
  await runBuilder();
  await compressFiles(join(root, 'build', 'client'));
  await mkdir(join(root, 'build'), { recursive: true });
  await writeFile(stampFile, fingerprint);
  console.log(`Built the pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function isFresh(): Promise<boolean> {
  if (!existsSync(join(root, 'build', 'server', 'index.js'))) return false;
  const stamp = await unlessMissing(readFile(stampFile, 'utf8'));
  return stamp === (await fingerprintInputs());
}

async function refuseUnderRunningServer(): Promise<void> {
  const [server] = await liveMarks(runningServers);
  if (server === undefined) return;
  throw new Error(
    `The pages have changed and must be built, but a Ringback (process ${server}) is running on the last build.\n` +
      'Stop it first; `npm run dev` shows changes without building.',
  );
}

async function fingerprintInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) await addToHash(hash, input);
  return hash.digest('hex');
}

async function addToHash(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const found = await stat(join(root, path));
  if (found.isFile()) {
    const content = await readFile(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
    return;
  }
  const names = (await readdir(join(root, path))).filter((name) => !name.includes('.test.'));
  for (const name of names.toSorted()) await addToHash(hash, join(path, name));
}

/** Writes a `.br` and a `.gz` beside every file that shrinks, at the highest level: the server only chooses one. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|txt)$/.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  // Within one network packet, compression gains nothing.
  if (content.length < 1000) return;
  await writeFile(`${path}.br`, await brotliCompress(content));
  await writeFile(`${path}.gz`, await gzip(content, { level: 9 }));
}

function runBuilder(): Promise<void> {
  const program = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const options = {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, 'build'], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`The pages could not be built:\n${stdout}${stderr}`));
      else resolve();
    });
  });
}
