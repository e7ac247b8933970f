// A picture's AVIF is stored while others use the picture: with a weaker lock, two of them could deadlock.
import { expect, test } from 'vitest';

import { backendOf, isBlocked } from '#testing/database.ts';
import { openPictureStore } from '#testing/picture-store.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';
import { renderDrawing, storeDrawing } from './service.ts';

type Picture = Pick<repository.ImageRow, 'id' | 'hash'>;

test.each([
  ['a listing', (tx: Transaction, { hash }: Picture) => repository.touchImages(tx, [hash])],
  ['another storing', (tx: Transaction, { id }: Picture) => repository.lockStored(tx, id)],
] as const)('%s of a picture waits until its AVIF is stored', async (_, use) => {
  const { db, storage } = await openPictureStore();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>';
  const picture = await storeDrawing(db, storage, await renderDrawing(svg));
  const using = await db.transaction(async (tx) => {
    expect(await repository.lockStored(tx, picture.id)).toBe(true);
    const { promise: backend, resolve } = Promise.withResolvers<number>();
    const outcome = db.transaction(async (other) => {
      resolve(await backendOf(other));
      return use(other, picture);
    });
    await expect.poll(async () => isBlocked(db, await backend), { interval: 5 }).toBe(true);
    await repository.setAvifWidths(tx, picture.id, [320]);
    return { outcome };
  });
  expect(await using.outcome).toBeTruthy();
});
