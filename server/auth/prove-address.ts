/**
 * What happens when somebody proves that an address is theirs. Until then anybody may have registered it, so whoever
 * proves it by other means than the account's own session or password becomes the account's only user: earlier
 * passwords, ways to sign in, sessions and links are void in the same transaction.
 */
import { verify } from '@node-rs/argon2';

import { accountErrors, type ProofResult } from '#contract/auth-account.ts';
import { hashPassword } from './hash-password.ts';
import type { NotifyOfAccount } from './jobs.ts';
import { createMailLink, isReserved, type MailLinkKind, markLinkUsed, voidMailLinks } from './mail-links.ts';
import { findAccountLink, type LinkOfAccount, passwordKinds, requireLink } from './open-link.ts';
import { requireUnleaked } from './refuse-leaked.ts';
import * as repository from './repository.ts';
import { removeFactorsSince } from './store-factors.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import { type Database, newId, type Transaction, violatedIndex } from '#server/platform/postgres/database.ts';

const fail = failWith(accountErrors);

const takenCode = 'auth.address-taken' satisfies keyof typeof accountErrors;

export interface ProofServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
}

const provingKinds = ['confirm-address', 'change-address'] as const satisfies readonly MailLinkKind[];

/**
 * Opens the link that confirms an address. In the account's own session it confirms and changes nothing else.
 *
 * @param viewerId the person of the browser's session
 * @returns what it did, or that it needs a password: there is no session, or it is somebody else's
 */
export async function openProofLink(
  services: ProofServices,
  token: string,
  viewerId: string | undefined,
): Promise<OpenedLink> {
  try {
    return await openLinkOnce(services, token, viewerId);
  } catch (error) {
    // A browser opens the link, so a page has to say what is wrong with it.
    if (error instanceof Failure && error.code === takenCode) return { result: 'taken', isChange: true };
    throw error;
  }
}

function openLinkOnce(
  services: ProofServices,
  token: string,
  viewerId: string | undefined,
): Promise<OpenedLink> {
  const now = services.clock.now();
  return services.db.transaction(async (tx) => {
    const found = await findAccountLink(tx, token, provingKinds, now);
    if (typeof found === 'string') return { result: found, isChange: false };
    const isChange = found.link.kind === 'change-address';
    if (viewerId === undefined) return { result: 'password-needed', isChange };
    if (viewerId !== found.account.id) return { result: 'other-account', isChange };
    return { result: await applyProof(services, tx, found, now), isChange };
  });
}

export interface OpenedLink {
  readonly result: ProofResult;
  /**
   * Whether the link is about another address. The owner of that one may not be the account's, and cannot set its
   * password.
   */
  readonly isChange: boolean;
}

/**
 * Confirms an address outside of the account's session, by the account's password.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late, auth.wrong-password, auth.address-taken
 */
export async function proveByPassword(
  services: ProofServices,
  token: string,
  password: string,
): Promise<ProofResult> {
  const now = services.clock.now();
  const { account } = await services.db.transaction((tx) => requireLink(tx, token, provingKinds, now));
  const hash = await repository.findPasswordHash(services.db, account.id);
  if (hash === undefined || !(await verify(hash, password))) throw wrongPassword();
  return services.db.transaction(async (tx) =>
    applyProof(services, tx, await requireLink(tx, token, provingKinds, now), now),
  );
}

/**
 * Checks the account's password, if it has one.
 *
 * @throws Failure auth.wrong-password
 */
export async function requirePassword(
  db: Database,
  userId: string,
  password: string | undefined,
): Promise<void> {
  const hash = await repository.findPasswordHash(db, userId);
  if (hash !== undefined && !(await verify(hash, password ?? ''))) throw wrongPassword();
}

const wrongPassword = () =>
  fail('auth.wrong-password', {
    errors: [{ path: 'password', message: accountErrors['auth.wrong-password'][1] }],
  });

/** The address that a link was sent to, for limits on passwords that are tried with it. */
export async function findLinkEmail(services: ProofServices, token: string): Promise<string> {
  const now = services.clock.now();
  const { account } = await services.db.transaction((tx) => requireLink(tx, token, provingKinds, now));
  return account.email;
}

/**
 * Sets a new password by a link that only the owner of the address has. Every session ends; if the account was
 * unconfirmed, everything set up before is void.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late, request.invalid for a leaked password
 */
export async function setPassword(services: ProofServices, token: string, password: string): Promise<string> {
  requireUnleaked(password);
  const now = services.clock.now();
  await services.db.transaction((tx) => requireLink(tx, token, passwordKinds, now));
  const hash = await hashPassword(password);
  return services.db.transaction(async (tx) => {
    const { account, link } = await requireLink(tx, token, passwordKinds, now);
    // Whoever changed the address must not be able to invalidate the link that undoes the change by setting a new
    // password.
    await takeAccountOver(tx, account, now, ['undo-change']);
    if (link.kind === 'not-me') await removeFactorsSince(tx, account.id, link.createdAt);
    await repository.insertPassword(tx, account.id, hash);
    return account.id;
  });
}

/**
 * Ends every session and removes the password, for somebody who did not sign in. The same link then sets a new
 * password. Repeating it is harmless.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late
 */
export async function secureAccount({ db, clock }: ProofServices, token: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { account, link } = await requireLink(tx, token, ['not-me'], now);
    await removeFactorsSince(tx, account.id, link.createdAt);
    await repository.endSessions(tx, account.id);
    await repository.removeWaysIn(tx, account.id, 'password');
    await repository.forgetBrowsers(tx, account.id);
    await voidMailLinks(tx, account.id, now, ['not-me', 'undo-change']);
  });
}

/**
 * Gives an account its former address back, with a new password. Whoever changed it loses access.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late, auth.address-taken, request.invalid for a leaked
 * password
 */
export async function undoAddressChange(
  { db, clock }: ProofServices,
  token: string,
  password: string,
): Promise<void> {
  requireUnleaked(password);
  const now = clock.now();
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const { account, link } = await requireLink(tx, token, ['undo-change'], now);
    await updateAddress(tx, account.id, link.email);
    // Ways to sign in that were added with the other address are not the owner's.
    await takeAccountOver(tx, { ...account, emailVerified: false }, now, [], link.createdAt);
    await repository.insertPassword(tx, account.id, hash);
  });
}

/**
 * Google confirms that an address belongs to the person who signs in: an unconfirmed account becomes theirs alone.
 * Accounts that are being created are not visible here, and need no change.
 */
export async function claimUnproven(db: Database, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await repository.lockAccount(tx, userId);
    if (account === undefined || account.emailVerified) return;
    await takeAccountOver(tx, account, now);
  });
}

/** Whether an account can have this address. */
export async function requireFreeAddress(db: Database, email: string, now: Date): Promise<void> {
  const isTaken = (await repository.findAccessVersion(db, { email })) !== undefined;
  if (isTaken || (await isReserved(db, email, now))) throw fail(takenCode);
}

async function applyProof(
  services: ProofServices,
  tx: Transaction,
  { link, account }: LinkOfAccount,
  now: Date,
): Promise<ProofResult> {
  await markLinkUsed(tx, link.id, now);
  if (link.kind === 'confirm-address') {
    await repository.updateAccount(tx, account.id, { emailVerified: true });
    return 'confirmed';
  }
  await updateAddress(tx, account.id, link.email);
  // Links that were sent to the former address are void.
  await voidMailLinks(tx, account.id, now, ['undo-change']);
  if (account.emailVerified) await warnFormerAddress(services, tx, account, link.email, now);
  return 'changed';
}

async function updateAddress(tx: Transaction, userId: string, email: string): Promise<void> {
  try {
    await repository.updateAccount(tx, userId, { email, emailVerified: true });
  } catch (error) {
    if (violatedIndex(error) === 'users_email_key') throw fail(takenCode, { cause: error });
    throw error;
  }
}

/** An address that was never proven may belong to a stranger, who must not get the account. */
async function warnFormerAddress(
  services: ProofServices,
  tx: Transaction,
  { id, email }: repository.LockedAccount,
  newEmail: string,
  now: Date,
): Promise<void> {
  const token = await createMailLink(tx, { userId: id, kind: 'undo-change', email }, now);
  await services.notify(tx, newId(), [
    { kind: 'address-changed', personId: id, data: { newEmail, token }, address: email },
  ]);
}

/**
 * Everything that gave access before is void; the address counts as proven. If the account was proven before, its
 * second factors remain, or a mailbox alone would be enough to sign in.
 *
 * @param since from when on second factors of an account that was not proven are void
 */
async function takeAccountOver(
  tx: Transaction,
  account: Pick<repository.LockedAccount, 'id' | 'emailVerified'>,
  now: Date,
  stillGood: readonly MailLinkKind[] = [],
  since = new Date(0),
): Promise<void> {
  await repository.endSessions(tx, account.id);
  await repository.removeWaysIn(tx, account.id, account.emailVerified ? 'password' : 'all');
  await voidMailLinks(tx, account.id, now, stillGood);
  if (account.emailVerified) return;
  await removeFactorsSince(tx, account.id, since);
  await repository.forgetBrowsers(tx, account.id);
  await repository.updateAccount(tx, account.id, { emailVerified: true });
}
