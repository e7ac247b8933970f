import { useState } from 'react';
import { useNavigate } from 'react-router';

import { type OwnListing, editProduct } from '#contract/products-edit.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useExpireAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { useIsUnmounted } from '#web/platform/use-is-unmounted.ts';

import { type ProductEntry, type ProductEntryForm, entryFields, changesOf } from './add-product-entry.ts';
import { heldWords } from './held-words.ts';
import type { useChosenDevice } from './model-field.tsx';
import { callWithPhotos } from './send-photos.ts';
import type { EditDraft } from './use-edit-draft.ts';

export interface EditSubmit {
  /** The listing when the form was opened. */
  readonly listing: OwnListing;
  readonly chosen: ReturnType<typeof useChosenDevice>;
  readonly list: PhotoList;
  readonly form: ProductEntryForm;
  /** Finished when the changes are saved, so that leaving the page needs no question. */
  readonly draft: Pick<EditDraft, 'finish'>;
}

/** Submits the changes of a phone. Nothing typed is lost if they are refused. */
export function useEditSubmit({ listing: { _id, version }, chosen, list, form, draft }: EditSubmit) {
  const call = useCall();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const expireAfter = useExpireAfter();
  const toasts = useToasts();
  const [refusal, setRefusal] = useState<string>();
  /** The version that somebody else has saved meanwhile. */
  const [savedVersion, setSavedVersion] = useState<number>();
  // If the catalogue could not be loaded, the model remains the one chosen before.
  const deviceId = chosen.isKnown ? (chosen.device?._id ?? null) : undefined;

  const save = async (entry: ProductEntry, read: number): Promise<void> => {
    setRefusal(undefined);
    const changes = { ...changesOf(entry), deviceId, version: read };
    try {
      const isSaved = await callWithPhotos(list, form.setError, (photos) =>
        call(editProduct, { params: { _id }, body: { ...changes, photos: [...photos] } }),
      );
      if (!isSaved) return;
    } catch (error) {
      const newer = isApiError(error, 'products.changed-meanwhile') ? error.body.version : undefined;
      setSavedVersion(typeof newer === 'number' ? newer : undefined);
      const heldUntil = isApiError(error, 'products.held') ? error.body.heldUntil : undefined;
      const words = isApiError(error, 404) ? isGone : showRefusal(error, form.setError, entryFields);
      setRefusal(typeof heldUntil === 'string' ? heldWords(heldUntil) : words);
      return;
    }
    toasts.success('Changes saved');
    expireAfter('product-edited');
    await draft.finish();
    if (!isUnmounted.current) await navigate(paths.myProducts);
  };
  return {
    submit: (entry: ProductEntry) => save(entry, version),
    refusal,
    saveAnyway: savedVersion === undefined ? undefined : (entry: ProductEntry) => save(entry, savedVersion),
  };
}

const isGone =
  'This phone was removed and cannot be changed any more. Copy what you want to keep of your texts.';
