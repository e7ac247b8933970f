import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { forEachFact } from '#contract/phone-words.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { usePhotoDraft } from '#web/media/use-photo-draft.ts';
import { hasDraft, readDraft, removeDraft, writeDraft } from '#web/platform/drafts.ts';
import { useLeaveConfirmation } from '#web/platform/use-leave-confirmation.ts';

import {
  type ProductEntryForm,
  type ProductEntryText,
  emptyEntry,
  knownAccessories,
  knownCondition,
} from './add-product-entry.ts';

const formName = 'add-product';
const photosName = `${formName} photos`;

/** How long typing must pause before the draft is stored, in milliseconds. */
const restMs = 250;

/** A stored draft, possibly by another version of this page: choices that this one does not offer are left out. */
export const ProductDraftContent = z.object({
  values: z.partial(
    z.object({
      model: z.string(),
      categoryId: z.string(),
      phone: z.string(),
      location: z.string(),
      cityId: z.nullable(z.string()),
      buy: z.string(),
      sell: z.string(),
      useYear: z.string(),
      condition: z.pipe(z.string(), z.transform(knownCondition)),
      ...forEachFact(() => z.string()),
      accessories: z.pipe(
        z.array(z.string()),
        z.transform((names: string[]) => knownAccessories(names)),
      ),
      description: z.string(),
    }),
  ),
  photos: z._default(z.array(z.custom<File>((file) => file instanceof File)), []),
});

interface ProductDraft {
  /** Whether a draft of an earlier visit was restored. */
  readonly isRestored: boolean;
  /** Empties the form and deletes the draft, after a question. */
  readonly discard: () => void;
  /** Called when the phone is listed: there is nothing left to store or to ask about. */
  readonly finish: () => Promise<void>;
  /** Whether the draft was stored and is not any more: another tab has listed the phone, or deleted the draft. */
  readonly isGone: () => Promise<boolean>;
}

/** Stores the form's values under the person's id, restores them, and asks before the person leaves. */
export function useProductDraft(person: string, form: ProductEntryForm, list: PhotoList): ProductDraft {
  const { reset, getValues } = form;
  const isFinished = useRef(false);
  const files = list.photos.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const hasEntry = useCallback(
    () => !isFinished.current && (files.length > 0 || isFilledIn(getValues())),
    [files.length, getValues],
  );
  const stored = useStoredDraft(person);
  const { isRead, isRestored, forget } = useRestored(person, form, list, stored.note);
  // The photos have a record of their own: up to 100 MB would be written again with each pause in typing.
  const forgetPhotos = usePhotoDraft(photosName, list);
  useLeaveConfirmation(hasEntry, 'Leave this page? What you have entered stays as a draft in this browser.');
  useStored(isRead, form, String(files.length), () => {
    if (isFinished.current) return;
    const { photo: _count, ...values } = getValues();
    // A tab that deletes the draft deletes the photos with it.
    if (files.length > 0)
      void stored.isGone().then((isGone) => isGone && writeDraft(person, photosName, files));
    void (hasEntry() ? stored.write({ values }) : stored.remove());
  });
  const discard = (): void => {
    if (!window.confirm('Start over? What you have entered is deleted.')) return;
    for (const { key } of list.photos) list.remove(key);
    reset(emptyEntry);
    forget();
    form.setFocus('categoryId');
    void stored.remove();
  };
  const finish = async (): Promise<void> => {
    isFinished.current = true;
    await Promise.all([stored.remove(), forgetPhotos()]);
  };
  return { isRestored, discard, finish, isGone: stored.isGone };
}

/** Writes and removes the person's draft, and notices if another tab has removed it. */
function useStoredDraft(person: string) {
  const isStored = useRef(false);
  const note = (): void => {
    isStored.current = true;
  };
  const write = async (draft: unknown): Promise<void> => {
    if ((await writeDraft(person, formName, draft)) !== undefined) note();
  };
  const remove = (): Promise<unknown> => {
    isStored.current = false;
    return removeDraft(person, formName);
  };
  const isGone = async () => isStored.current && (await hasDraft(person, formName)) === false;
  return { note, write, remove, isGone };
}

/** Fills the form in with the person's draft, once; what was typed before it was read is not overwritten. */
function useRestored(person: string, { reset }: ProductEntryForm, list: PhotoList, note: () => void) {
  const [isRead, setRead] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const restore = useEffectEvent((stored: unknown) => {
    const draft = z.safeParse(ProductDraftContent, stored).data;
    if (draft !== undefined) {
      reset({ ...emptyEntry, ...draft.values }, { keepDefaultValues: true, keepDirtyValues: true });
      if (draft.photos.length > 0) list.add(draft.photos);
      note();
    }
    setRestored(draft !== undefined);
    setRead(true);
  });
  useEffect(() => {
    let isWanted = person !== '';
    if (isWanted) void readDraft(person, formName).then((stored) => isWanted && restore(stored));
    return () => {
      isWanted = false;
    };
  }, [person]);
  return { isRead, isRestored, forget: () => setRestored(false) };
}

/**
 * Stores each change after a short pause, and at once when the page is hidden.
 *
 * @param isRead whether the stored draft has been read: until then it must not be replaced
 * @param photos a text that differs for other photos
 */
export function useStored(
  isRead: boolean,
  { watch }: ProductEntryForm,
  photos: string,
  store: () => void,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const storeNow = useEffectEvent(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    store();
  });
  const storeSoon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(storeNow, restMs);
  });
  useEffect(() => {
    if (!isRead) return undefined;
    const put = (): void => storeNow();
    const { unsubscribe } = watch(() => storeSoon());
    document.addEventListener('visibilitychange', put);
    window.addEventListener('pagehide', put);
    return () => {
      unsubscribe();
      put();
      document.removeEventListener('visibilitychange', put);
      window.removeEventListener('pagehide', put);
    };
  }, [isRead, watch]);
  useEffect(() => {
    if (isRead) storeSoon();
  }, [isRead, photos]);
}

function isFilledIn(values: ProductEntryText): boolean {
  const { photo: _count, ...entry } = values;
  const { photo: _none, ...empty } = emptyEntry;
  return JSON.stringify(entry, Object.keys(empty)) !== JSON.stringify(empty, Object.keys(empty));
}
