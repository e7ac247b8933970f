import { returnQueue } from '#server/auth/service.ts';
import { type ErasureServices, exportQueue, removeFilesQueue } from './export-services.ts';
import { removeExpiredExports } from './keep-exports.ts';
import { makeExport } from './make-export.ts';
import { isNotLeaving, isSuspended } from '#server/users/service.ts';

/** How often to look for expired copies. */
const removeSeconds = 600;

export function privacyJobs(services: ErasureServices): void {
  const { jobs, storage } = services;
  jobs.handle(exportQueue, ({ exportId }) => makeExport(services, exportId));
  jobs.handle(returnQueue, (returned) => restoreAccount(services, returned));
  jobs.handle(removeFilesQueue, async ({ files }) => {
    for (const file of files) await storage.remove(file);
  });
  jobs.every(removeSeconds, 'remove copies of personal data', () => removeExpiredExports(services));
}

/**
 * Restores what was hidden, and notifies a person that their account remains; once for each return. They are locked
 * first: a concurrent suspension or deletion would not hide the phones that are shown here. Does nothing if they have
 * left again.
 */
const restoreAccount = (
  { db, notify, onCameBack }: Pick<ErasureServices, 'db' | 'notify' | 'onCameBack'>,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await isNotLeaving(tx, personId))) return;
    await onCameBack(tx, personId);
    const data = { isSuspended: await isSuspended(tx, personId) };
    await notify(tx, id, [{ kind: 'leaving-taken-back', personId, data }]);
  });
