import { useState } from 'react';
import { useNavigate } from 'react-router';

import { addProduct } from '#contract/products.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { type ProductEntry, type ProductEntryForm, entryFields } from './add-product-entry.ts';

export interface ProductSubmit {
  readonly email: string;
  /** The catalogue's model that is being listed. */
  readonly deviceId: string | undefined;
  readonly list: PhotoList;
  readonly setError: ProductEntryForm['setError'];
  /** The phone is listed; awaited before the page is left. */
  readonly onListed: () => Promise<void>;
}

/** Sends a filled-in phone: once its photos are here, the phone itself. Nothing typed is lost where either fails. */
export function useProductSubmit({ email, deviceId, list, setError, onListed }: ProductSubmit) {
  const call = useCall();
  const navigate = useNavigate();
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();

  /** The photos' addresses in their order; undefined where one of them did not arrive. */
  const sendPhotos = async (): Promise<readonly string[] | undefined> => {
    const photos = await list.settle();
    const urls = photos.map(({ sentAs }) => sentAs).filter((url) => url !== undefined);
    // The same picture chosen twice is one picture here.
    if (urls.length === photos.length) return [...new Set(urls)];
    const message = photos.length === 1 ? 'It could not be sent.' : 'Not all could be sent.';
    setError(
      'photo',
      { message: `${message} Choose again, or take out what is marked.` },
      { shouldFocus: true },
    );
    return undefined;
  };
  const submit = async ({ photo: _count, ...entry }: ProductEntry): Promise<void> => {
    setFailure(undefined);
    const photos = await sendPhotos();
    const [image] = photos ?? [];
    if (photos === undefined || image === undefined) return;
    try {
      await call(addProduct, { body: { ...entry, deviceId, email, image, photos: [...photos] } });
    } catch (error) {
      setFailure(showRefusal(error, setError, entryFields));
      return;
    }
    toasts.success('Product Add Successfully');
    void refetchAfter('product-listed');
    await onListed();
    await navigate(paths.myProducts);
  };
  return { submit, failure };
}
