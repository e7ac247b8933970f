// docs/security.md lists the requirements that are met and the tests that show it: everything that it names must exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** A file in backticks, and the names of tests after it in italics. */
const namings = [...page.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.tsx?)`((?:,? \*[^*|]+\*)*)/g)].map(
  ([, file = '', titles = '']) => ({ file, titles: [...titles.matchAll(/\*([^*]+)\*/g)].map(([, t]) => t) }),
);

test('every file and every test that the page names exists', () => {
  expect(namings.filter(({ titles }) => titles.length > 0).length).toBeGreaterThan(30);
  const missing = namings.flatMap(({ file, titles }) => {
    const path = join(root, file);
    if (!existsSync(path)) return [file];
    const source = readFileSync(path, 'utf8');
    return titles.filter((title) => !source.includes(`'${title}'`)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});

test('the page counts its requirements right', () => {
  const states = [...page.matchAll(/^\| \d+\.\d+\.\d+ \|[^|]+\| ([^|]+) \|/gm)].map(([, state]) => state);
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const [met, partly, not, none] = ['met', 'partly', 'not met', 'does not apply'].map(count);
  expect(page).toContain(
    `Of ${states.length} requirements ${met} are met, ${partly} partly, ${not} are not met, ${none} do not apply.`,
  );
});
