import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

import { readDraft, removeDraft, writeDraft } from './drafts.ts';
import { isRecord } from './is-record.ts';
import { useSession } from './runtime.tsx';
import { isSame } from './mark-form-saved.ts';

/** How long typing must pause before the draft is stored, in milliseconds. */
const restMs = 250;

/**
 * Stores what was changed in a small form, texts, numbers and lists of them, under the person's id and restores it after
 * a reload, a crash or an expired session. What was typed before it was read is not overwritten. Fields that were not
 * changed are not stored: by then they may contain something newer.
 *
 * @param name of the form and its subject, as `order <id> problem`; undefined while nothing is to be stored or restored
 * @returns deletes the texts, once they have been sent
 */
export function useFormDraft<Values extends FieldValues>(
  name: string | undefined,
  form: Pick<UseFormReturn<Values>, 'watch' | 'getValues' | 'setValue' | 'formState'>,
): () => Promise<void> {
  const person = useSession().identity?.uid ?? '';
  const { watch } = form;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Of whoever typed it: another person or subject may come in the same component.
  const store = useEffectEvent((typist: string, draft: string | undefined) => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (draft === undefined) return;
    const changes = changesOf(form.getValues(), form.formState.defaultValues);
    void (changes === undefined ? removeDraft(typist, draft) : writeDraft(typist, draft, changes));
  });
  const restore = useEffectEvent((draft: unknown) => {
    for (const [field, typed] of typedIn(draft)) {
      // A field that the form no longer has is set but never sent.
      form.setValue(field as Path<Values>, asTyped(typed) as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
    }
  });
  useEffect(() => {
    let isWanted = person !== '';
    if (isWanted && name !== undefined)
      void readDraft(person, name).then((draft) => isWanted && restore(draft));
    const put = (): void => store(person, name);
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
    if (name !== undefined) await removeDraft(person, name);
  };
}

/** The typed fields that differ from what the form began with; undefined if there are none. */
function changesOf(values: FieldValues, begun: FieldValues | undefined): FieldValues | undefined {
  const changed = typedIn(values).filter(([field, value]) => !isSame(value, begun?.[field]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

const typedIn = (draft: unknown): [string, unknown][] =>
  isRecord(draft) ? Object.entries(draft).filter(([, value]) => [value].flat().every(isTyped)) : [];

/** "20.50" is stored as a number, which alone would come back as "20.5". */
const asTyped = (value: unknown): unknown =>
  typeof value === 'number' && /\.\d$/.test(String(value)) ? `${value}0` : value;

const isTyped = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);
