import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { addProduct } from '#contract/products.ts';
import { usePictureUpload } from '#web/media/picture-upload.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { type ProductEntry, type ProductEntryText, entryFields } from './add-product-entry.ts';
import { productsKey } from './product-queries.ts';

/** Sends a filled-in phone: first its picture, then the phone itself. Nothing typed is lost where either fails. */
export function useProductSubmit(email: string, setError: UseFormSetError<ProductEntryText>) {
  const call = useCall();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { uploadPicture, progress } = usePictureUpload();
  const [failure, setFailure] = useState<string>();

  const sendPhoto = async (photo: File): Promise<string | undefined> => {
    try {
      return await uploadPicture(photo);
    } catch (error) {
      setError('photo', { message: messageOf(error) }, { shouldFocus: true });
      return undefined;
    }
  };
  const submit = async ({ photo, ...entry }: ProductEntry): Promise<void> => {
    setFailure(undefined);
    const image = await sendPhoto(photo);
    if (image === undefined) return;
    try {
      await call(addProduct, { body: { ...entry, email, image } });
    } catch (error) {
      setFailure(showRefusal(error, setError, entryFields));
      return;
    }
    toasts.success('Product Add Successfully');
    void queryClient.invalidateQueries({ queryKey: [productsKey] });
    await navigate(paths.myProducts);
  };
  return { submit, progress, failure };
}
