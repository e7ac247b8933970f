import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { images } from '#db/tables/media.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { openPictureStore } from '#testing/picture-store.ts';
import { fillPreviews } from './service.ts';

test('pictures of an earlier version get their mean colour as preview, a batch at a time', async () => {
  const { db } = await openPictureStore();
  const size = { width: 640, height: 800, widths: [320, 640] };
  const rows = [
    // The ThumbHash library computes the mean colour 119, 51, 121 from it.
    { hash: 'a', thumbhash: '2IYCnSBHWYeIiHgHh3d3GIiPiPeI', ...size },
    { hash: 'b', thumbhash: '2IYC', ...size },
    { hash: 'c', preview: 'linear-gradient(#111111,#222222,#333333,#444444)', ...size },
  ];
  await db.insert(images).values(rows.map((row) => ({ id: newId(), ...row })));
  expect([await fillPreviews(db, 1), await fillPreviews(db, 9), await fillPreviews(db, 9)]).toEqual([
    1, 1, 0,
  ]);
  const previewOf = async (hash: string) =>
    (await db.select({ preview: images.preview }).from(images).where(eq(images.hash, hash)))[0]?.preview;
  expect(await previewOf('a')).toBe('#773379');
  expect(await previewOf('b')).toBe('');
  expect(await previewOf('c')).toBe('linear-gradient(#111111,#222222,#333333,#444444)');
});
