import type { PhotoList } from '#web/media/photo-list.ts';

import type { ProductEntryForm } from './add-product-entry.ts';

/** Waits for the photos. @returns their URLs in their order; undefined if an upload failed, which the form shows */
export async function sendPhotos(
  list: PhotoList,
  setError: ProductEntryForm['setError'],
): Promise<readonly [string, ...string[]] | undefined> {
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
