// The sizes of text are those of web/styles/tokens.css; docs/design.md lists them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listFiles, readFiles } from './check-files.ts';

const root = join(import.meta.dirname, '..');
const tokens = [
  ...readFileSync(join(root, 'web/styles/tokens.css'), 'utf8').matchAll(
    /--text-([a-z]+): (?:min\()?([\d.]+)rem\b/g,
  ),
].map(([, name, rem]) => ({ name, pixels: Number(rem) * 16 }));

/** `0` hides a text, `inherit` uses the surrounding size, and a drawing's texts scale with it. */
const isOnScale = (value: string) =>
  ['0', 'inherit', ...tokens.map(({ name }) => `var(--text-${name})`)].includes(value);
const drawings = ['web/styles/money.css'];

test('the document lists the sizes that exist', () => {
  const page = readFileSync(join(root, 'docs/design.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z]+)` \| (\d+) \| \d+ \|/gm)].map(([, name, pixels]) => ({
    name,
    pixels: Number(pixels),
  }));
  expect(rows).toEqual(tokens);
});

test('no text has a size outside the scale', async () => {
  const paths = (await listFiles(root)).filter((path) => /^web\/.*\.(css|tsx)$/.test(path));
  const files = await readFiles(root, paths);
  const sizes = [...files]
    .filter(([path]) => !drawings.includes(path))
    .flatMap(([path, source]) =>
      [...source.matchAll(/font-size:\s*([^;]+);|(?<=\s|")font:\s*([^;]+);|text-(\[[\d.][^\]]*\])/g)].map(
        ([, size, shorthand, utility]) => ({ path, value: size ?? shorthand ?? utility ?? '' }),
      ),
    );
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.filter(({ value }) => !isOnScale(value))).toEqual([]);
});
