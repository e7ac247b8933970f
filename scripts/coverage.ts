// `npm run coverage`: runs the tests and lists every branch of the contract and the services that no test took.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listUntakenBranches } from './untaken-branches.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const projects = ['contract', 'server'].map((name) => `--project=${name}`);

const { status } = spawnSync(process.execPath, [vitest, 'run', '--coverage', '--reporter=dot', ...projects], {
  cwd: root,
  stdio: 'inherit',
  // Cached compiled code is counted less exactly.
  env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
});
if (status === 0) {
  const text = readFileSync(join(root, 'coverage', 'coverage-final.json'), 'utf8');
  const untaken = listUntakenBranches(JSON.parse(text));
  if (untaken.length === 0) console.log('Every branch has a test.');
  else console.log('Branches without a test:');
  for (const place of untaken) console.log(relative(root, place));
}
process.exitCode = status ?? 1;
