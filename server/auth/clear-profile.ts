import { accountMailQueue } from './jobs.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';
import { clearPublicPage } from '#server/users/service.ts';

/**
 * Removes from a public page what was written before the owner of the address has proven it, possibly by somebody else,
 * and tells the owner. Phones, bookings and orders stay: they concern other people, too.
 *
 * @param name the owner's; without one the account keeps its name
 */
export async function clearProfile(
  tx: Transaction,
  { jobs }: { readonly jobs: Jobs },
  { id, email }: { readonly id: string; readonly email: string },
  name?: string,
): Promise<void> {
  await clearPublicPage(tx, id, name);
  await jobs.enqueue(tx, accountMailQueue, { id: newId(), about: 'account-taken-over', email });
}
