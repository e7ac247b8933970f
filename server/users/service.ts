import { dayMs } from '#contract/durations.ts';
import { requestErrors } from '#contract/errors.ts';
import { isId } from '#contract/id.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { Person } from '#contract/access.ts';
import type { Actor } from '#contract/states.ts';
import { type NewUser, type User, userErrors, type UserChanges, type UserType } from '#contract/users.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import { presentUser } from './present-user.ts';
import { refusalOfSuspended } from '#server/platform/http/http-guard.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import { type IsUploaded, ownPhoto, photoOfNew } from './check-photo.ts';
import * as repository from './repository.ts';
import * as leaving from './store-leaving.ts';
import type { SuspensionServices } from './suspend-user.ts';
import { endSuspensionOf, findSuspension } from './store-suspensions.ts';

export {
  clearLeaving,
  isNotLeaving,
  type ErasableUser,
  findReturnedAt,
  listErasureDue,
  lockErasable,
  postponeErasure,
} from './store-leaving.ts';

export { anySellerTopic, personTopic, sellerTopic } from './name-topics.ts';
export type { IsUploaded } from './check-photo.ts';
export { presentUser } from './present-user.ts';
export { unverifySeller, verifySeller } from './verify-seller.ts';
export { findWaitingAppeals, isSuspended, mayOffer } from './store-suspensions.ts';
export {
  appealSuspension,
  getSuspension,
  keepSuspension,
  liftSuspension,
  suspensionDeadline,
  type SuspensionServices,
  suspendUser,
} from './suspend-user.ts';

const fail = failWith({ ...userErrors, ...requestErrors });

export type { CountDeals } from './show-person.ts';

/** Implemented by later domains, in the transaction that removes a person. */
export type OnUserRemoved = (tx: Transaction, userId: string, actor: Actor) => Promise<void>;

/** A person's row, also of a removed person. */
export const findAnyUser = repository.findAnyUser;

/** A person's photo as stored, also of a removed person. */
export const findPhotoUrl = repository.findPhotoUrl;

/** Replaces the photo of a removed person by the address under which it may still be seen. */
export const replacePhotoOfRemoved = repository.replacePhotoOfRemoved;

/** Empties a person's public page. */
export const clearPublicPage = repository.clearPublicPage;

/** The current data of a person for access rules; undefined if they were removed. */
export async function findPerson(db: Executor, id: string): Promise<Person | undefined> {
  const row = await repository.findUser(db, id);
  return row && personOf(row);
}

/**
 * Locks a person until the transaction ends. Otherwise a concurrent removal would miss what they create in this
 * transaction; and since their simultaneous calls wait here, limits count all of them.
 *
 * @throws Failure request.unauthenticated, request.suspended if they were removed, left or suspended since the call was
 *   admitted
 */
export async function requirePresent(tx: Transaction, id: string): Promise<void> {
  const person = await repository.lockPresent(tx, id);
  if (person === undefined || person.leavingAt !== null) throw fail('request.unauthenticated');
  const suspension = await findSuspension(tx, id);
  if (suspension === undefined) return;
  const { reason, until } = suspension;
  throw refusalOfSuspended({ reason, until: until?.toISOString() ?? null });
}

/**
 * Whether a person may be paid: they have confirmed their address and are not suspended, or were removed and can no
 * longer confirm it.
 */
export async function mayBePaid(db: Executor, id: string): Promise<boolean> {
  const row = await repository.findUser(db, id);
  return row === undefined || (row.emailVerified && row.suspendedAt === null);
}

/** Whether a person has proven that their e-mail address is theirs. */
export async function hasConfirmedEmail(db: Executor, id: string): Promise<boolean> {
  const row = await repository.findUser(db, id);
  return row?.emailVerified === true;
}

/** The person with this e-mail address. */
export async function findPersonByEmail(db: Executor, email: string): Promise<Person | undefined> {
  const row = await repository.findUserByEmail(db, email);
  return row && personOf(row);
}

/**
 * Names and e-mail addresses by id, including removed people, since the other side of an order may have to write to
 * them.
 */
export const listContacts = repository.listContacts;

export type { Recipient } from './repository.ts';

/** E-mail addresses by id, also of removed people. None of them can be removed until the transaction ends. */
export const lockContacts = repository.lockContacts;

/**
 * One person's record.
 *
 * @throws Failure users.not-found
 */
export async function getUser(db: Executor, email: string): Promise<User> {
  const row = await repository.findUserByEmail(db, email);
  if (row === undefined) throw fail('users.not-found');
  return presentUser(row);
}

/** Buyers or sellers, newest first. */
export async function listUsers(
  db: Executor,
  query: PageQuery & { userType?: UserType | undefined },
): Promise<Page<User>> {
  const rows = await repository.listUsers(db, {
    userType: query.userType,
    beforeId: idAfter(query.cursor),
    limit: query.limit + 1,
  });
  const page = pageOf(rows, query.limit, ({ id }) => id);
  return { ...page, items: page.items.map(presentUser) };
}

/**
 * Completes a person's own record after sign-up. Repeating it changes nothing, so that a sign-up can be resumed.
 *
 * @returns the id of the record
 * @throws Failure users.already-registered if the account was registered with another type, users.photo-unknown;
 *   users.not-found if it was removed meanwhile
 */
export async function registerUser(
  db: Database,
  person: Person,
  entry: NewUser,
  { isUploaded, clock }: { readonly isUploaded: IsUploaded; readonly clock: Clock },
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await repository.lockPresent(tx, person.id);
    if (row === undefined) throw fail('users.not-found');
    if (row.registeredAt !== null) {
      if (row.userType !== entry.userType) throw fail('users.already-registered');
      return row.id;
    }
    await repository.updateUser(tx, row.id, {
      name: entry.name,
      userType: entry.userType,
      registeredAt: clock.now(),
      ...(entry.photoURL ? { photoUrl: await photoOfNew(tx, entry.photoURL, isUploaded) } : {}),
    });
    return row.id;
  });
}

/**
 * Changes a person's own record.
 *
 * @returns how many records changed
 * @throws Failure users.photo-unknown
 */
export async function changeUser(
  db: Database,
  person: Person,
  changes: UserChanges,
  isUploaded: IsUploaded,
): Promise<number> {
  const { photoURL, languages, ...words } = changes;
  return db.transaction(async (tx) => {
    const row = photoURL === undefined ? undefined : await repository.findUser(tx, person.id);
    return repository.updateGiven(tx, person.id, {
      ...words,
      languages: languages && [...new Set(languages)],
      photoUrl: photoURL === undefined ? undefined : await ownPhoto(tx, row, photoURL, isUploaded),
    });
  });
}

/**
 * Makes a buyer a seller. Their bookings and orders stay theirs.
 *
 * @returns 1, or 0 for sellers and admins
 * @throws Failure users.sign-up-unfinished
 */
export async function becomeSeller(db: Database, { id }: Person): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await repository.findUser(tx, id);
    if (row?.registeredAt === null) throw fail('users.sign-up-unfinished');
    return row?.role === 'admin' ? 0 : repository.markSeller(tx, id);
  });
}

interface Removal extends Pick<SuspensionServices, 'clock' | 'notify'> {
  /** What each later domain does in the same transaction. */
  readonly onRemoved: readonly OnUserRemoved[];
  /** After how many days the account is erased, if everything has ended by then. */
  readonly eraseDays: number;
}

/**
 * Deletes a person immediately, with everything that is not needed for their orders and money. They are told by mail.
 *
 * @throws Failure users.not-found, users.is-yourself, users.is-last-admin; request.forbidden if the admin was suspended
 *   or deleted meanwhile
 */
export async function removeUser(
  db: Database,
  admin: Person,
  id: string,
  { onRemoved, eraseDays, clock, notify }: Removal,
): Promise<number> {
  const at = clock.now();
  const eraseDueAt = new Date(at.getTime() + eraseDays * dayMs);
  return db.transaction(async (tx) => {
    const admins = await repository.lockAdmins(tx);
    if (admins.includes(id) && admins.length === 1) throw fail('users.is-last-admin');
    if (id === admin.id) throw fail('users.is-yourself');
    if (!admins.includes(admin.id)) throw fail('request.forbidden');
    const removed = await repository.markRemoved(tx, id, eraseDueAt);
    if (removed === 0) throw fail('users.not-found');
    await endSuspensionOf(tx, id, at);
    await recordStaffAction(tx, { kind: 'person-removed', actor: admin.id, personId: id, at });
    for (const end of onRemoved) await end(tx, id, { role: 'admin', id: admin.id });
    await notify(tx, newId(at), [{ kind: 'account-removed', personId: id, data: undefined }]);
    return removed;
  });
}

/**
 * Marks a person as leaving.
 *
 * @returns false if they were leaving already, as when they ask in two windows at once, or were just removed
 * @throws Failure users.is-last-admin
 */
export async function beginLeaving(
  tx: Transaction,
  id: string,
  times: { now: Date; eraseDueAt: Date },
): Promise<boolean> {
  const admins = await repository.lockAdmins(tx);
  if (admins.includes(id) && admins.length === 1) throw fail('users.is-last-admin');
  return leaving.markLeaving(tx, id, times);
}

/**
 * Removes a person whose time to undo their deletion is over. The caller has to end everything that depends on them.
 */
export async function removeLeaving(tx: Transaction, id: string): Promise<void> {
  await repository.markRemoved(tx, id);
}

/** Makes a person an admin. */
export async function promoteToAdmin(db: Executor, id: string, now: Date): Promise<void> {
  await repository.updateUser(db, id, { role: 'admin', registeredAt: now });
}

/** The ids of the admins who are told what happens: neither leaving nor suspended. */
export const listAdmins = repository.listAdmins;

/** Whether anybody is an admin yet. */
export const hasAdmin = repository.hasAdmin;

/** Whether an account has this e-mail address without having confirmed it. */
export async function isHeldUnconfirmed(db: Executor, email: string): Promise<boolean> {
  const row = await repository.findUserByEmail(db, email);
  return row !== undefined && !row.emailVerified;
}

/** Whether this is the person's id or e-mail address. */
export const isOneself = (person: Person, emailOrId: string): boolean =>
  isId(emailOrId) ? emailOrId === person.id : emailOrId.trim().toLowerCase() === person.email;

function personOf(row: repository.UserRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isSeller: row.userType === 'Seller',
    isAdmin: row.role === 'admin',
    emailConfirmed: row.emailVerified,
  };
}
