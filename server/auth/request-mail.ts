/** Requests for a mail about an account: with the same answer and the same work whether or not the account exists. */
import { accountErrors, type AddressChange } from '#contract/auth-account.ts';
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import { accountMailQueue, type NotifyOfAccount } from './jobs.ts';
import { createMailLink, voidOtherAddresses } from './mail-links.ts';
import { requireFreeAddress } from './prove-address.ts';
import { requireSignedIn } from './require-signed-in.ts';
import { scaled, type Slowdown, takeTry } from './slow-down.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';

const fail = failWith(accountErrors);

/** Three mails of a kind to one address at once, then one after 5, 10, 20, … minutes, at most one an hour. */
const mailsToOneAddress: Slowdown = {
  free: 3,
  firstWaitMs: 5 * minuteMs,
  longestWaitMs: hourMs,
  forgottenAfterMs: dayMs,
};

export interface MailServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
  readonly rateLimitFactor: number;
}

/**
 * Sends a link for a new password, or the link that confirms an address, if an account has the address.
 *
 * @throws Failure auth.too-many-mails, with the seconds to wait
 */
export async function requestMail(
  services: MailServices,
  about: 'new-password' | 'confirm-address',
  email: string,
): Promise<void> {
  const address = email.toLowerCase();
  await requireMailAllowed(services, about, address);
  await services.jobs.enqueue(services.db, accountMailQueue, { id: newId(), about, email: address });
}

/**
 * Sends a link to the new address that a person wants. Links to other ones that they wanted before become void.
 *
 * @throws Failure auth.address-own, auth.address-taken, auth.too-many-mails; request.unauthenticated if the session
 *   has ended meanwhile
 */
export async function requestAddressChange(
  services: MailServices,
  viewer: Viewer,
  { email }: AddressChange,
): Promise<void> {
  const { db, clock, notify } = services;
  const { id, email: current } = viewer;
  const address = email.toLowerCase();
  const now = clock.now();
  if (address === current) throw fail('auth.address-own');
  await requireFreeAddress(db, address, id, now);
  // Also counted by person: nobody may use this to send mail to many strangers.
  await requireMailAllowed(services, 'change-address', address);
  await requireMailAllowed(services, 'change-address of', id);
  await db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    await voidOtherAddresses(tx, { userId: id, email: address }, now);
    const token = await createMailLink(tx, { userId: id, kind: 'change-address', email: address }, now);
    await notify(tx, newId(), [{ kind: 'change-address', personId: id, data: { token }, address }]);
  });
}

/**
 * Counts a mail of a kind to an address against its limit.
 *
 * @throws Failure auth.too-many-mails, with the seconds to wait
 */
export async function requireMailAllowed(
  { db, clock, rateLimitFactor }: MailServices,
  about: string,
  subject: string,
): Promise<void> {
  const limit = scaled(mailsToOneAddress, rateLimitFactor);
  const { waitMs } = await takeTry(db, `mail ${about} ${subject}`, limit, clock.now());
  if (waitMs > 0) throw fail('auth.too-many-mails', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
