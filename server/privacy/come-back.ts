/** Somebody who was leaving has signed in again. */
import type { ErasureServices } from './export-services.ts';

/** Tells a person that their account stays; of one return once. */
export const welcomeBack = (
  { db, notify }: Pick<ErasureServices, 'db' | 'notify'>,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<void> =>
  db.transaction((tx) => notify(tx, id, [{ kind: 'leaving-taken-back', personId, data: undefined }]));
