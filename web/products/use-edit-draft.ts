import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import type { OwnListing } from '#contract/products-edit.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { readDraft, removeDraft, writeDraft } from '#web/platform/drafts.ts';
import { useLeaveConfirmation } from '#web/platform/use-leave-confirmation.ts';

import { type ProductEntryForm, type ProductEntryText, entryOf } from './add-product-entry.ts';
import { ProductDraftContent, useStored } from './use-product-draft.ts';

/** Only what differs from the listing: the rest may have been changed elsewhere before the draft is read. */
const EditDraftContent = z.extend(ProductDraftContent, {
  removed: z.array(z.string()),
  /** The URLs of the photos in their order, null for each of `photos`. */
  order: z.optional(z.array(z.nullable(z.string()))),
});

interface EditDraftOf {
  readonly person: string;
  /** As it was when the form was opened. */
  readonly listing: OwnListing;
  readonly form: ProductEntryForm;
  readonly list: PhotoList;
}

export interface EditDraft {
  /** Whether changes of an earlier visit were restored. */
  readonly isRestored: boolean;
  /** Called when the changes are saved or discarded: there is nothing left to store or to ask about. */
  readonly finish: () => Promise<void>;
}

/**
 * Stores the changes of a listed phone, so that they survive a reload, a crash and an expired session. If the person
 * leaves the page in another way, they are asked, and the changes are discarded.
 */
export function useEditDraft({ person, listing, form, list }: EditDraftOf): EditDraft {
  const name = `edit-product ${listing._id}`;
  const before = entryOf(listing);
  const photosBefore = photosOf(listing);
  const isFinished = useRef(false);
  const photoKeys = list.photos.map(({ key }) => key);
  const isChanged = form.formState.isDirty || photoKeys.join() !== photosBefore.join();
  const hasChanges = useCallback(() => isChanged && !isFinished.current, [isChanged]);
  const finish = async (): Promise<void> => {
    isFinished.current = true;
    await removeDraft(person, name);
  };
  useLeaveConfirmation(hasChanges, 'Leave this page? Your changes are not saved.', {
    onLeave: () => void finish(),
  });
  const { isRead, isRestored } = useRestored({ person, name, before, form, list });
  useStored(isRead, form, photoKeys.join(), () => {
    if (isFinished.current) return;
    const files = list.photos.flatMap(({ file }) => (file === undefined ? [] : [file]));
    const removed = photosBefore.filter((url) => !photoKeys.includes(url));
    const order = list.photos.map(({ key, file }) => (file === undefined ? key : null));
    const draft = { values: changedIn(form.getValues(), before), photos: files, removed, order };
    void (isChanged ? writeDraft(person, name, draft) : removeDraft(person, name));
  });
  return { isRestored, finish };
}

export const photosOf = ({ photos }: OwnListing): string[] => photos.map(({ url }) => url);

/** Puts the stored changes into the form, once; what was typed before they were read is not overwritten. */
function useRestored({
  person,
  name,
  before,
  form,
  list,
}: Omit<EditDraftOf, 'listing'> & { readonly name: string; readonly before: ProductEntryText }) {
  const [isRead, setRead] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const restore = useEffectEvent((stored: unknown) => {
    const draft = z.safeParse(EditDraftContent, stored).data;
    if (draft !== undefined) {
      form.reset({ ...before, ...draft.values }, { keepDefaultValues: true, keepDirtyValues: true });
      for (const url of draft.removed) list.remove(url);
      if (draft.photos.length > 0) list.add(draft.photos);
      if (draft.order !== undefined) list.arrange(draft.order);
    }
    setRestored(draft !== undefined);
    setRead(true);
  });
  useEffect(() => {
    let isWanted = person !== '';
    if (isWanted) void readDraft(person, name).then((stored) => isWanted && restore(stored));
    return () => {
      isWanted = false;
    };
  }, [person, name]);
  return { isRead, isRestored };
}

const changedIn = (
  { photo: _count, ...values }: ProductEntryText,
  before: ProductEntryText,
): Partial<ProductEntryText> => {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(known.get(field)),
    ),
  );
};
