import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { checkImports } from './check-imports.ts';
import { addDomain } from './new-domain.ts';

const app = `import { reportRoutes } from '#server/reports/routes.ts';
import { userRoutes } from '#server/users/routes.ts';

export function wire(api: Api, { db, hooks }: Dependencies): void {
  userRoutes(api, deps);
  reportRoutes(api, {
    db,
    onRemoved: () => hooks.end(),
  });
  documentRoutes(app, offered);
  listen();
}
`;

const personalData = `import { reportData } from '#server/reports/personal-data.ts';
import { userData } from '#server/users/personal-data.ts';

export const personalData: readonly PersonalData[] = [
  userData,
  reportData,
];
`;

test('a new domain stands last in the list and is wired in every layer', async () => {
  const root = await codebase();
  const paths = await addDomain(root, 'reviews');
  expect(await read(root, 'contract/domains.ts')).toMatch(/,\n {2}'reviews',\n\] as const/);
  const api = await read(root, 'contract/api.ts');
  expect(api).toContain("import * as reports from './reports.ts';\nimport * as reviews from './reviews.ts';");
  expect(api).toContain(',\n  reviews,\n};');
  const wired = await read(root, 'server/app.ts');
  expect(wired).toContain("import { reviewRoutes } from '#server/reviews/routes.ts';\nimport { userRoutes }");
  expect(wired).toContain('  });\n  reviewRoutes(api, deps);\n  documentRoutes(app, offered);');
  const described = await read(root, 'server/personal-data.ts');
  expect(described).toContain(
    "import { reviewData } from '#server/reviews/personal-data.ts';\nimport { user",
  );
  expect(described).toContain('  reportData,\n  reviewData,\n];');
  const domains = ['users', 'reports', 'search', 'reviews'];
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await read(root, path)] as const)),
  );
  expect(checkImports(files, domains)).toEqual([]);
});

test('the files of a new domain compile', { timeout: 180_000 }, async () => {
  const root = await wholeCodebase();
  const paths = await addDomain(root, 'reviews');
  const compilerOptions = {
    types: ['node'],
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    composite: false,
    incremental: false,
    emitDeclarationOnly: false,
    noEmit: true,
  };
  const project = { extends: './tsconfig.base.json', compilerOptions, files: paths };
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify(project));
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', root]).catch(
    ({ stdout }: { stdout: string }) => expect.unreachable(stdout),
  );
});

test('two domains can be added, one after the other', async () => {
  const root = await codebase();
  await addDomain(root, 'stories');
  await addDomain(root, 'boxes');
  expect(await read(root, 'contract/api.ts')).toContain(',\n  stories,\n  boxes,\n};');
  expect(await read(root, 'server/app.ts')).toContain('storyRoutes(api, deps);\n  boxRoutes(api, deps);');
});

test.each(['Reviews', 'review', 're-views', '../reviews', 'utils', 'address', ''])(
  '%j is refused',
  async (domain) => {
    await expect(addDomain(await codebase(), domain)).rejects.toThrow(/plural in lower-case|names no thing/);
  },
);

test('a domain that is there already is refused', async () => {
  await expect(addDomain(await codebase(), 'users')).rejects.toThrow(
    'users is a domain of contract/domains.ts already.',
  );
  await expect(addDomain(await codebase(), 'replies')).rejects.toThrow('contract/replies.ts exists already');
});

test('nothing is written where the wiring is not understood', async () => {
  const root = await codebase();
  await writeFile(join(root, 'server/app.ts'), 'export const app = 1;\n');
  await expect(addDomain(root, 'reviews')).rejects.toThrow('server/app.ts does not look as expected');
  await expect(read(root, 'contract/reviews.ts')).rejects.toThrow('ENOENT');
  expect(await read(root, 'contract/domains.ts')).not.toContain('reviews');
});

/** A copy of the current contract, with a small application beside it. */
async function codebase(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'codebase-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await cp(join(import.meta.dirname, '../contract'), join(root, 'contract'), { recursive: true });
  await mkdir(dirname(join(root, 'server/app.ts')), { recursive: true });
  await writeFile(join(root, 'server/app.ts'), app);
  await writeFile(join(root, 'server/personal-data.ts'), personalData);
  return root;
}

/** A copy of all layers. */
async function wholeCodebase(): Promise<string> {
  const here = join(import.meta.dirname, '..');
  const root = await mkdtemp(join(tmpdir(), 'codebase-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const parts = ['contract', 'db', 'e2e', 'sandbox', 'scripts', 'server', 'testing', 'web'];
  for (const part of [...parts, 'package.json', 'tsconfig.base.json'])
    await cp(join(here, part), join(root, part), { recursive: true });
  await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  return root;
}

function read(root: string, path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}
