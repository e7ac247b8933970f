import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
let folder = '';

beforeAll(async () => {
  await mkdir(join(root, 'build'), { recursive: true });
  folder = await mkdtemp(join(root, 'build/layers-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['contract', 'export const width = window.innerWidth;', 'window'],
  ['contract', 'export const home = process.cwd();', 'process'],
  ['contract', "import { join } from 'node:path';\nexport const path = join('a');", 'node:path'],
  ['web', 'export const home = process.cwd();', 'process'],
  ['web', "export const bytes = Buffer.from('a');", 'Buffer'],
  ['web', "import { join } from 'node:path';\nexport const path = join('a');", 'node:path'],
  ['server', 'export const width = window.innerWidth;', 'window'],
  ['db', 'export const title = document.title;', 'document'],
])('%s/ does not compile with %s', async (layer, source, named) => {
  const errors = await compile(layer, source);
  expect(errors).toContain(`planted.ts`);
  expect(errors).toContain(`'${named}'`);
});

test.each([
  ['contract', 'export const cents = Math.round(4.2 * 100);'],
  ['web', 'export const width = window.innerWidth;'],
  ['server', "import { join } from 'node:path';\nexport const home = join(process.cwd(), 'a');"],
  ['db', 'export const home = process.cwd();'],
])('%s/ compiles with what its surroundings offer', async (layer, source) => {
  expect(await compile(layer, source)).toBe('');
});

/** Compiles one file with a layer's own settings. @returns the compiler's output */
async function compile(layer: string, source: string): Promise<string> {
  const home = await mkdtemp(join(folder, `${layer}-`));
  const settings = {
    extends: join(root, layer, 'tsconfig.json'),
    compilerOptions: { rootDir: home, outDir: join(home, 'out'), tsBuildInfoFile: join(home, 'out/info') },
    files: ['./planted.ts'],
    include: [],
    references: [],
  };
  await writeFile(join(home, 'planted.ts'), source);
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify(settings));
  const flags = [join(root, 'node_modules/typescript/bin/tsc'), '-p', home, '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(process.execPath, flags, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}
