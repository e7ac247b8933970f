// `npm run dev`: the server restarts when its files change, Vite within it reloads the page, and the database keeps
// running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const watched = ['server', 'contract', 'db', 'sandbox'];

try {
  process.exitCode = await develop();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

async function develop(): Promise<number> {
  const postgres = await startDatabase();
  const child = spawn(
    process.execPath,
    ['--watch-preserve-output', ...watched.map((folder) => `--watch-path=${folder}`), 'server/main.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'development',
        // Vite uses the development build of a package: the server's own imports must resolve to the same one, or there
        // are two copies of it.
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=development`.trim(),
        RINGBACK_DEV: '1',
        ...(postgres && { DATABASE_URL: postgres.url }),
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Node's watcher handles only the first two.
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  await once(child, 'exit');
  await postgres?.stop();
  return child.exitCode ?? 0;
}

async function startDatabase(): Promise<EmbeddedPostgres | undefined> {
  if (process.env.DATABASE_URL) return undefined;
  return startEmbeddedPostgres({
    dataDir: process.env.DATA_DIR ?? `${root}data`,
    log: (message) => console.log(message),
  });
}
