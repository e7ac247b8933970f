import { type PublicPerson, personErrors } from '#contract/users-page.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { findAnyUser } from './repository.ts';

const fail = failWith(personErrors);

/** How many of a person's orders were completed. The orders domain implements it. */
export type CountDeals = (db: Executor, userId: string) => Promise<Pick<PublicPerson, 'sold' | 'bought'>>;

/**
 * A person's public data. Admins, and people with an incomplete sign-up, have no public page.
 *
 * @throws Failure users.no-page, users.has-left
 */
export async function getPerson(db: Executor, id: string, countDeals: CountDeals): Promise<PublicPerson> {
  const row = await findAnyUser(db, id);
  if (row === undefined || row.role === 'admin' || row.registeredAt === null) throw fail('users.no-page');
  if (row.suspendedAt !== null) throw fail('users.no-page');
  // While a person is leaving, the page is hidden as well; it is shown again if they return.
  if (row.removedAt !== null || row.leavingAt !== null) throw fail('users.has-left');
  return {
    _id: row.id,
    name: row.name,
    photoURL: row.photoUrl ?? '',
    city: row.city,
    about: row.about,
    languages: row.languages,
    since: row.createdAt.toISOString(),
    emailConfirmed: row.emailVerified,
    isSeller: row.userType === 'Seller',
    status: row.verifiedAt === null ? null : verifiedStatus,
    ...(await countDeals(db, id)),
  };
}
