import type { FactorChange } from '#contract/auth-notifications.ts';
import type { NotifyOfAccount } from './jobs.ts';
import { createMailLink } from './mail-links.ts';
import * as repository from './repository.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';

/**
 * Notifies a person of a change of the ways to sign in to their account. The mail has the link "This wasn't me", which
 * undoes everything that was set up since then. Earlier links of that kind stay valid: otherwise a thief's second change
 * would protect their first one.
 *
 * @param change `now` must be the time that is stored with the new factor
 */
export async function notifyOfFactors(
  tx: Transaction,
  { notify }: { readonly notify: NotifyOfAccount },
  userId: string,
  { what, now }: { readonly what: FactorChange; readonly now: Date },
): Promise<void> {
  const account = await repository.lockAccount(tx, userId);
  if (account === undefined) return;
  const token = await createMailLink(tx, { userId, kind: 'not-me', email: account.email }, now);
  await notify(tx, newId(), [{ kind: 'sign-in-changed', personId: userId, data: { what, token } }]);
}
