import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { orderMachine } from '#contract/orders-machine.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';
import { listFiles, readFiles } from './check-files.ts';
import { findViolations } from './check-hygiene.ts';
import { checkImports, showFinding } from './check-imports.ts';
import { findStateWriters } from './check-states.ts';
import { findOversize } from './check-sizes.ts';
import { drawMachine } from './draw-machine.ts';
import { errorsReference } from './errors-reference.ts';
import { withGenerated } from './generated-part.ts';
import { settingsReference } from './settings-reference.ts';
import { findForeignLicences, readParts, writeNotices } from './third-party.ts';

type Outcome = { ok: boolean; output: string };

/** All static checks of the repository. Each resolves to its outcome and never rejects because of a finding. */
export const checks: { name: string; run(): Promise<Outcome> }[] = [
  { name: 'types', run: () => runTool('typescript/bin/tsc', ['-b', '--pretty', 'false']) },
  {
    name: 'lint',
    run: () =>
      runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']),
  },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'imports', run: checkImportRules },
  { name: 'states', run: checkStates },
  {
    name: 'unused code',
    run: () => runTool('knip/bin/knip.js', ['--no-progress']),
  },
  { name: 'sizes', run: checkSizes },
  { name: 'migrations', run: checkDrift },
  { name: 'hygiene', run: checkHygiene },
  { name: 'licences', run: checkLicences },
  { name: 'documents', run: checkGenerated },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const noticesFile = join(root, 'THIRD-PARTY.md');

/** Documents with a generated part. */
const generated: Readonly<Record<string, () => string>> = {
  'docs/api.md': errorsReference,
  'docs/deals.md': () => drawMachine(orderMachine),
  'docs/configuration.md': settingsReference,
};

if (import.meta.main) {
  await installCommitHook();
  if (process.argv.includes('--write')) await writeGenerated();
  process.exitCode = (await runAll()) ? 0 : 1;
}

async function writeGenerated(): Promise<void> {
  await writeFile(noticesFile, writeNotices(await readLockfile()));
  for (const [path, content] of Object.entries(generated)) {
    const file = join(root, path);
    await writeFile(file, withGenerated(await readFile(file, 'utf8'), content()));
  }
}

/** Installs the hook by which Git checks commit subjects. A folder that is no checkout has no commits. */
async function installCommitHook(): Promise<void> {
  if (!existsSync(join(root, '.git'))) return;
  await promisify(execFile)('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: root });
}

/** Two at a time: the tools use more than one core themselves. */
async function runAll(): Promise<boolean> {
  const waiting = [...checks];
  const oks: boolean[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { ok, output } = await check.run();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        `${ok ? 'ok    ' : 'FAILED'} ${check.name.padEnd(12)} ${seconds} s${ok ? '' : `\n${output}`}`,
      );
      oks.push(ok);
    }
  };
  await Promise.all([work(), work()]);
  return oks.every(Boolean);
}

async function checkImportRules(): Promise<Outcome> {
  const findings = checkImports(await readCode());
  return { ok: findings.length === 0, output: findings.map(showFinding).join('\n') };
}

async function checkSizes(): Promise<Outcome> {
  const paths = (await listFiles(root)).filter(
    (path) => path === 'package.json' || /\.(ts|tsx|js|mjs|css)$/.test(path),
  );
  const findings = findOversize(await readFiles(root, paths));
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function checkStates(): Promise<Outcome> {
  const writers = findStateWriters(await readCode());
  return {
    ok: writers.length === 0,
    output: writers.map(({ path, line, what }) => `${path}:${line}  ${what}`).join('\n'),
  };
}

async function checkHygiene(): Promise<Outcome> {
  const paths = (await listFiles(root)).filter(
    (path) => !/\.(png|jpe?g|webp|ico|woff2?|heic|gif|gz)$/.test(path),
  );
  const violations = findViolations(await readFiles(root, paths), process.env['npm_config_registry']);
  return {
    ok: violations.length === 0,
    output: violations.map(({ path, line, what }) => `${path}:${line}  ${what}`).join('\n'),
  };
}

async function checkLicences(): Promise<Outcome> {
  const parts = await readLockfile();
  const findings = findForeignLicences(parts);
  const notices = await unlessMissing(readFile(noticesFile, 'utf8'));
  if (notices !== writeNotices(parts))
    findings.push('THIRD-PARTY.md is out of date: npm run check -- --write');
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function checkGenerated(): Promise<Outcome> {
  const findings: string[] = [];
  for (const [path, content] of Object.entries(generated)) {
    const document = await readFile(join(root, path), 'utf8');
    if (withGenerated(document, content()) !== document) {
      findings.push(`${path} is out of date: npm run check -- --write`);
    }
  }
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function readLockfile() {
  return readParts(await readFile(join(root, 'package-lock.json'), 'utf8'));
}

/** Asks drizzle-kit for the next migration in a copy: if tables and migrations agree, there is none. */
async function checkDrift(): Promise<Outcome> {
  await mkdir(join(root, 'build'), { recursive: true });
  const copy = await mkdtemp(join(root, 'build/drift-'));
  try {
    await cp(join(root, 'db/migrations'), copy, { recursive: true });
    const before = await readdir(copy);
    const out = `./${relative(root, copy)}`;
    const flags = ['generate', '--dialect', 'postgresql', '--schema', './db/tables/*.ts', '--out', out];
    const outcome = await runTool('drizzle-kit/bin.cjs', flags);
    const added = (await readdir(copy)).filter((name) => !before.includes(name));
    if (outcome.ok && added.length === 0) return outcome;
    return {
      ok: false,
      output: `db/migrations does not match db/tables; run npm run db:generate, read the SQL, commit it\n${outcome.output}`,
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function readCode(): Promise<Map<string, string>> {
  const paths = await listFiles(root);
  return readFiles(
    root,
    paths.filter((path) => /\.(ts|tsx|js|mjs)$/.test(path)),
  );
}

/** Runs a tool of node_modules with this Node; what it prints is the output. */
function runTool(script: string, flags: string[]): Promise<Outcome> {
  const file = join(root, 'node_modules', script);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...flags],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() });
      },
    );
    child.stdin?.end();
  });
}
