// Whoever writes what a public page shows must say so: a statement without a note would leave the old page in memory.
import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

const shownTables = 'products|advertisements|users';
const built = new RegExp(`\\.(?:update|insert|delete)\\(\\s*(?:${shownTables})\\s*\\)`);
const written = new RegExp(`\\b(?:update|insert into|delete from) "?(?:${shownTables})\\b`, 'i');

/** A new person is shown nowhere yet. */
const newPerson = /\.insert\(\s*users\s*\)/;

/** They write what no public page shows: which sessions are still good, when an account is erased. */
const unseen = [
  ...['endSessions', 'endSessionsBut'].map((name) => ['auth/repository', name]),
  ['users/store-leaving', 'postponeErasure'],
].map(([file, name]) => `server/${file}.ts: export async function ${name}`);

const note = '$changes.publish(';

async function sources(): Promise<{ path: string; text: string }[]> {
  const paths: string[] = [];
  for await (const path of glob('server/**/*.ts')) paths.push(path);
  const ours = paths.filter((path) => !path.endsWith('.test.ts'));
  return Promise.all(ours.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** Top-level declarations: each ends with a line that begins with a closing bracket, or at an empty line. */
const declarations = (text: string): string[] => text.split(/\n(?=export |async function |function |const )/);

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

test('every function that writes what pages show notes what it changed', async () => {
  const writers: string[] = [];
  const silent: string[] = [];
  for (const { path, text } of await sources()) {
    for (const part of declarations(withoutComments(text))) {
      const isWriter = built.test(part) && !newPerson.test(part);
      const name = `${path}: ${part.split('(')[0]}`;
      if (isWriter) writers.push(name);
      if (isWriter && !part.includes(note) && !unseen.includes(name)) silent.push(name);
    }
  }
  expect(writers.length).toBeGreaterThan(6);
  expect(silent).toEqual([]);
});

test('every file with such a statement of its own notes what it changed', async () => {
  const writers = (await sources()).filter(({ text }) => written.test(withoutComments(text)));
  expect(writers.map(({ path }) => path)).toContain('server/bookings/book-product.ts');
  expect(writers.filter(({ text }) => !text.includes(note)).map(({ path }) => path)).toEqual([]);
});
