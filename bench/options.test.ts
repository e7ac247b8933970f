import { expect, test } from 'vitest';

import { readOptions, readPageOptions } from './options.ts';

test('a question for help measures nothing, but says how to ask', () => {
  expect(() => readOptions(['--help'])).toThrow('Usage: npm run bench -- ');
  expect(() => readPageOptions(['--help'])).toThrow('Usage: npm run bench:page -- [--json]');
  expect(() => readPageOptions(['--json', 'x'])).toThrow('x is unknown');
});

test('the pages are measured for people or for programs', () => {
  expect(readPageOptions([])).toEqual({ isJson: false });
  expect(readPageOptions(['--json'])).toEqual({ isJson: true });
});
