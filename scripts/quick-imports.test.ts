import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const run = promisify(execFile);
const hook = new URL('quick-imports.mjs', import.meta.url).href;

/** Every module of drizzle-orm that the database's tables import, by URL. */
async function listModules(...flags: string[]): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module';
    const urls = new Set();
    registerHooks({ load: (url, context, next) => {
      if (url.includes('/drizzle-orm/')) urls.add(url + ' ' + next(url, context).format);
      return next(url, context);
    } });
    await import('#server/platform/postgres/database.ts');
    console.log(JSON.stringify([...urls].sort()));`;
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    cwd,
  });
  return JSON.parse(stdout) as string[];
}

test('the quick way finds the same modules as Node does', async () => {
  const quick = await listModules('--import', hook);
  expect(quick.length).toBeGreaterThan(50);
  expect(quick).toEqual(await listModules());
});
