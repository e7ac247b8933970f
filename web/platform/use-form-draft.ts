import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

import { readDraft, removeDraft, writeDraft } from './drafts.ts';
import { isRecord } from './is-record.ts';
import { useSession } from './runtime.tsx';

/** How long typing must pause before the draft is stored, in milliseconds. */
const restMs = 250;

/**
 * Stores the texts of a small form, and lists of texts, under the person's id and restores them after a reload, a crash
 * or an expired session. What was typed before they were read is not overwritten.
 *
 * @param name of the form and its subject, as `order <id> problem`
 * @returns deletes the texts, once they have been sent
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<Values>, 'watch' | 'getValues' | 'setValue'>,
): () => Promise<void> {
  const person = useSession().identity?.uid ?? '';
  const { watch } = form;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const store = useEffectEvent(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    void writeDraft(person, name, form.getValues());
  });
  const restore = useEffectEvent((draft: unknown) => {
    for (const [field, text] of textsOf(draft)) {
      // A field that the form no longer has is set but never sent.
      form.setValue(field as Path<Values>, text as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  });
  useEffect(() => {
    let isWanted = person !== '';
    if (isWanted) void readDraft(person, name).then((draft) => isWanted && restore(draft));
    const put = (): void => store();
    const { unsubscribe } = watch((_values, { type }) => {
      if (type !== 'change') return;
      isWanted = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(put, restMs);
    });
    window.addEventListener('pagehide', put);
    return () => {
      isWanted = false;
      unsubscribe();
      put();
      window.removeEventListener('pagehide', put);
    };
  }, [person, name, watch]);
  return async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    await removeDraft(person, name);
  };
}

const textsOf = (draft: unknown): [string, unknown][] =>
  isRecord(draft) ? Object.entries(draft).filter(([, value]) => [value].flat().every(isText)) : [];

const isText = (value: unknown): boolean => typeof value === 'string';
