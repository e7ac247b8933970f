/** Somebody who was leaving has signed in again. */
import type { ErasureServices } from './export-services.ts';

/** Brings back what was hidden, and tells a person that their account stays; of one return once. */
export const welcomeBack = (
  { db, notify, onReturned }: Pick<ErasureServices, 'db' | 'notify' | 'onReturned'>,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const bringBack of onReturned) await bringBack(tx, personId);
    await notify(tx, id, [{ kind: 'leaving-taken-back', personId, data: undefined }]);
  });
