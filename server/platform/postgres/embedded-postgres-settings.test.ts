import { expect, test } from 'vitest';

import { memoryMegabytes, memorySettings } from './embedded-postgres-settings.ts';

test.each([
  { megabytes: 512, shared_buffers: '128MB', effective_cache_size: '512MB' },
  { megabytes: 8192, shared_buffers: '512MB', effective_cache_size: '4096MB' },
  { megabytes: 65_536, shared_buffers: '1024MB', effective_cache_size: '32768MB' },
])('PostgreSQL takes its share of $megabytes MB', ({ megabytes, ...settings }) => {
  expect(memorySettings(megabytes)).toEqual(settings);
});

test('without a limit the memory is that of the machine', () => {
  expect(memoryMegabytes()).toBeGreaterThan(100);
  expect(memoryMegabytes()).toBeLessThan(100_000_000);
});
