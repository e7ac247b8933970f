import { expect, test } from 'vitest';

import { momentWords, paperMomentWords } from './moment-words.ts';

test('a moment has its year where it is another one than the reader’s', () => {
  const now = new Date(2026, 11, 31, 23, 59);
  expect(momentWords(new Date(2026, 0, 1, 9, 5).toISOString(), now)).toBe('1 Jan, 09:05');
  expect(momentWords(new Date(2025, 11, 7, 14, 6).toISOString(), now)).toBe('7 Dec 2025, 14:06');
  expect(momentWords(new Date(2027, 0, 1, 0, 0).toISOString(), now)).toBe('1 Jan 2027, 00:00');
});

test('a moment on paper has its year and its time zone', () => {
  // The zone is the machine's.
  const words = paperMomentWords(new Date(2026, 11, 7, 14, 6).toISOString());
  expect(words).toMatch(/^7 Dec 2026, 14:06 [A-Z][A-Z\d:+-]+$/);
});
