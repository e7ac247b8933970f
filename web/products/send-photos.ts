import type { PhotoList } from '#web/media/photo-list.ts';
import { isApiError } from '#web/platform/api-error.ts';

import type { ProductEntryForm } from './add-product-entry.ts';

type SentPhotos = readonly [string, ...string[]];

/**
 * Waits for the photos and makes the call that uses them. The server deletes photos that nothing uses for a day: if the
 * page was open for longer, they are uploaded again for a second call.
 *
 * @returns false if a photo could not be uploaded, which the form shows
 */
export async function callWithPhotos(
  list: PhotoList,
  setError: ProductEntryForm['setError'],
  call: (photos: SentPhotos) => Promise<unknown>,
): Promise<boolean> {
  const photos = await sendPhotos(list, setError);
  if (photos === undefined) return false;
  try {
    await call(photos);
    return true;
  } catch (error) {
    if (!isApiError(error, 'products.image-unknown')) throw error;
  }
  list.sendAgain();
  const again = await sendPhotos(list, setError);
  if (again !== undefined) await call(again);
  return again !== undefined;
}

/** Waits for the photos. @returns their URLs in their order; undefined if an upload failed, which the form shows */
async function sendPhotos(
  list: PhotoList,
  setError: ProductEntryForm['setError'],
): Promise<SentPhotos | undefined> {
  const photos = await list.settle();
  const urls = photos.map(({ sentAs }) => sentAs).filter((url) => url !== undefined);
  // A picture that was chosen twice is listed once.
  const [first, ...more] = new Set(urls);
  if (first !== undefined && urls.length === photos.length) return [first, ...more];
  const message = photos.length === 1 ? 'It could not be sent.' : 'Not all could be sent.';
  setError(
    'photo',
    { message: `${message} Choose again, or take out what is marked.` },
    { shouldFocus: true },
  );
  return undefined;
}
