import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';

import { createQueryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

afterEach(() => void vi.useRealTimers());

test('an answer is fresh for half a minute, and stale if the clock was set back after it arrived', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 12, 0, 0) });
  const client = createQueryClient();
  client.setQueryData(queryKeys.market, 1);
  const isStale = () =>
    new QueryObserver(client, client.defaultQueryOptions({ queryKey: queryKeys.market })).getCurrentResult()
      .isStale;
  expect(isStale()).toBe(false);
  vi.setSystemTime(Date.UTC(2026, 10, 28, 12, 0, 31));
  expect(isStale()).toBe(true);
  vi.setSystemTime(Date.UTC(2026, 10, 28, 11, 0, 0));
  expect(isStale()).toBe(true);
});
