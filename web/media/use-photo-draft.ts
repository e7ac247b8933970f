import { useEffect, useEffectEvent, useState } from 'react';

import { readDraft, removeDraft, writeDraft } from '#web/platform/drafts.ts';
import { useSession } from '#web/platform/runtime.tsx';

import type { PhotoList } from './photo-list.ts';

/**
 * Stores the files of a form's photos under the person's id and adds them again after a reload, a crash, an expired
 * session or a closed dialog.
 *
 * @param name of the form and its subject, as `order <id> report-problem photos`
 * @returns deletes them, once they have been sent
 */
export function usePhotoDraft(name: string, list: PhotoList): () => Promise<unknown> {
  const person = useSession().identity?.uid ?? '';
  const [isRead, setRead] = useState(false);
  const files = list.photos.flatMap(({ file }) => file ?? []);
  const restore = useEffectEvent((draft: unknown) => {
    const stored = filesOf(draft);
    if (stored.length > 0) list.add(stored);
    setRead(true);
  });
  const store = useEffectEvent(() => {
    void (files.length > 0 ? writeDraft(person, name, files) : removeDraft(person, name));
  });
  useEffect(() => {
    let isWanted = person !== '';
    if (isWanted) void readDraft(person, name).then((draft) => isWanted && restore(draft));
    return () => {
      isWanted = false;
    };
  }, [person, name]);
  const listed = list.photos.map(({ key }) => key).join(' ');
  useEffect(() => {
    // Until the stored ones have been read, they must not be replaced.
    if (isRead) store();
  }, [isRead, listed]);
  return () => removeDraft(person, name);
}

const filesOf = (draft: unknown): File[] =>
  Array.isArray(draft) ? draft.filter((file) => file instanceof File) : [];
