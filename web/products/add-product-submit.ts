import { useState } from 'react';
import { useNavigate } from 'react-router';

import { addProduct } from '#contract/products.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { useExpireAfter } from '#web/platform/refetch-after.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { type ProductEntry, type ProductEntryForm, entryFields } from './add-product-entry.ts';
import { callWithPhotos } from './send-photos.ts';

export interface ProductSubmit {
  readonly email: string;
  /** The catalogue's model that is being listed. */
  readonly deviceId: string | undefined;
  readonly list: PhotoList;
  readonly setError: ProductEntryForm['setError'];
  /** Called when the phone is listed; awaited before the page is left. */
  readonly onListed: () => Promise<void>;
}

/** Submits a filled-in phone: first its photos, then the phone itself. Nothing typed is lost if either fails. */
export function useProductSubmit({ email, deviceId, list, setError, onListed }: ProductSubmit) {
  const call = useCall();
  const navigate = useNavigate();
  const expireAfter = useExpireAfter();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();

  const submit = async ({ photo: _count, ...entry }: ProductEntry): Promise<void> => {
    setFailure(undefined);
    try {
      const isListed = await callWithPhotos(list, setError, (photos) =>
        call(addProduct, { body: { ...entry, deviceId, email, image: photos[0], photos: [...photos] } }),
      );
      if (!isListed) return;
    } catch (error) {
      setFailure(showRefusal(error, setError, entryFields));
      return;
    }
    toasts.success('Product Add Successfully');
    expireAfter('product-listed');
    await onListed();
    await navigate(paths.myProducts);
  };
  return { submit, failure };
}
