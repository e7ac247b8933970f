import { queryOptions } from '@tanstack/react-query';

import { type Device, listDevices } from '#contract/products.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** The catalogue's models of a category; they hardly ever change. */
export const devicesQuery = (send: Send, categoryId: string) =>
  queryOptions({
    queryKey: queryKeys.devices(categoryId),
    queryFn: ({ signal }) => call(send, listDevices, { query: { categoryId }, signal }),
    staleTime: 5 * 60_000,
  });

/** The model that a text names, with or without its maker, in any case of letters; undefined for every other text. */
export function findDevice(devices: readonly Device[], text: string): Device | undefined {
  const wanted = plain(text);
  return devices.find(({ model, name }) => plain(model) === wanted || plain(name) === wanted);
}

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
