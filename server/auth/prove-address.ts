/**
 * Handles the proof that an address belongs to a person. Until then anybody may have registered it. So if the proof is
 * not made with the account's own session or password, the person becomes the account's only user: earlier passwords,
 * ways to sign in, sessions and links become void in the same transaction.
 */
import { verify } from '@node-rs/argon2';

import { accountErrors, type ProofResult } from '#contract/auth-account.ts';
import { clearProfile } from './clear-profile.ts';
import { hashPassword } from './hash-password.ts';
import type { NotifyOfAccount } from './jobs.ts';
import {
  createMailLink,
  isReserved,
  type MailLinkKind,
  markLinkUsed,
  undoingKinds,
  voidLinksSince,
  voidMailLinks,
} from './mail-links.ts';
import { notifyOfFactors } from './notify-factors.ts';
import { findAccountLink, type LinkOfAccount, passwordKinds, requireLink } from './open-link.ts';
import { requireUnleaked } from './refuse-leaked.ts';
import * as repository from './repository.ts';
import { removeFactorsSince } from './store-factors.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith, hasCode } from '#server/platform/failure.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Database, newId, type Transaction, violatedIndex } from '#server/platform/postgres/database.ts';

const fail = failWith(accountErrors);

const takenCode = 'auth.address-taken' satisfies keyof typeof accountErrors;

export interface ProofServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
}

const provingKinds = ['confirm-address', 'change-address'] as const satisfies readonly MailLinkKind[];

/**
 * Opens the link that confirms an address. In the account's own session it only confirms the address.
 *
 * @param viewerId the person of the browser's session
 * @returns the result: `password-needed` without a session, `other-account` in somebody else's
 */
export async function openProofLink(
  services: ProofServices,
  token: string,
  viewerId: string | undefined,
): Promise<OpenedLink> {
  try {
    return await openLinkOnce(services, token, viewerId);
  } catch (error) {
    // The link was opened in a browser, so a page has to show the problem.
    if (hasCode(error, takenCode)) return { result: 'taken', isChange: true };
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
   * Whether the link is about a change to another address. The owner of that address may not be the account's, so the
   * link cannot set its password.
   */
  readonly isChange: boolean;
}

/**
 * Confirms an address without the account's session, by the account's password.
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

const wrongPassword = () => fail('auth.wrong-password', { paths: ['password'] });

/**
 * The address that a link was sent to, for limits on passwords that are tried with it.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late
 */
export async function findLinkEmail(services: ProofServices, token: string): Promise<string> {
  const now = services.clock.now();
  const { account } = await services.db.transaction((tx) => requireLink(tx, token, provingKinds, now));
  return account.email;
}

/**
 * Sets a new password with a link that only the owner of the address has. Every session ends, and the person is
 * notified; if the account was unconfirmed, everything set up before is void.
 *
 * @returns the account's id
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late, request.invalid for a leaked password
 */
export async function setPassword(services: ProofServices, token: string, password: string): Promise<string> {
  requireUnleaked(password);
  const now = services.clock.now();
  await services.db.transaction((tx) => requireLink(tx, token, passwordKinds, now));
  const hash = await hashPassword(password);
  return services.db.transaction(async (tx) => {
    const { account, link } = await requireLink(tx, token, passwordKinds, now);
    await markLinkUsed(tx, link.id, now);
    // A person who changed the address must not be able to invalidate the link that undoes this by setting a new
    // password.
    await removeFormerAccess(tx, account, now, undoingKinds);
    if (link.kind === 'not-me') await removeFactorsSince(tx, account.id, link.createdAt);
    await repository.insertPassword(tx, account.id, hash);
    if (account.emailVerified)
      await notifyOfFactors(tx, services, account.id, { what: 'password-reset', now });
    else await clearProfile(tx, services, account);
    return account.id;
  });
}

/**
 * For a sign-in that was not the person's: ends all sessions, removes the password and the factors added since the mail,
 * forgets known browsers, and voids links but those that undo a change. The link can then set a new password.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late
 */
export async function secureAccount({ db, clock }: ProofServices, token: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { account, link } = await requireLink(tx, token, ['not-me'], now);
    await removeFactorsSince(tx, account.id, link.createdAt);
    await repository.endSessions(tx, account.id);
    await repository.removeSignInMethods(tx, account.id, 'password');
    await repository.removeBrowsers(tx, account.id);
    await voidMailLinks(tx, account.id, now, undoingKinds);
  });
}

/**
 * Restores an account's former address and sets a new password. The person who changed the address loses access.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late, auth.address-taken, request.invalid for a leaked
 *   password
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
    // Ways to sign in that were added under the other address may not be the owner's.
    await removeFormerAccess(tx, { ...account, emailVerified: false }, now, undoingKinds, link.createdAt);
    // Links that were sent to the other address may not be the owner's either; those from before the change are.
    await voidLinksSince(tx, account.id, now, link.createdAt);
    await repository.insertPassword(tx, account.id, hash);
  });
}

/**
 * Google confirms that an address belongs to the person who signs in: an unconfirmed account becomes theirs alone. An
 * account that is just being created is not visible here and needs no change. `name` is the person's at Google.
 */
export async function claimUnconfirmedAccount(
  services: Omit<ProofServices, 'notify'>,
  userId: string,
  name: string | undefined,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const account = await repository.lockAccount(tx, userId);
    if (account === undefined || account.emailVerified) return;
    await removeFormerAccess(tx, account, services.clock.now());
    await clearProfile(tx, services, account, name);
  });
}

/** @throws Failure auth.address-taken if an account has this address or, unless it is `userId`, may get it back */
export async function requireFreeAddress(
  db: Database,
  email: string,
  userId: string,
  now: Date,
): Promise<void> {
  const isTaken = (await repository.findAccessVersion(db, { email })) !== undefined;
  if (isTaken || (await isReserved(db, email, now, userId))) throw fail(takenCode);
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
  // Links that were sent to the former address are void, except those by which its owner undoes what a thief has done.
  await voidMailLinks(tx, account.id, now, account.emailVerified ? undoingKinds : []);
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

/**
 * Mails the former address a link to undo the change. Only for a confirmed address: an unconfirmed one may belong to a
 * stranger, who must not get the account.
 */
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
 * Makes everything void that gave access before; the address counts as confirmed. If it was confirmed before, second
 * factors remain: otherwise access to the mailbox alone would be enough to sign in.
 *
 * @param since if the address was not confirmed, second factors from this time on are removed
 */
async function removeFormerAccess(
  tx: Transaction,
  account: Pick<repository.LockedAccount, 'id' | 'emailVerified'>,
  now: Date,
  stillGood: readonly MailLinkKind[] = [],
  since = new Date(0),
): Promise<void> {
  await repository.endSessions(tx, account.id);
  await repository.removeSignInMethods(tx, account.id, account.emailVerified ? 'password' : 'all');
  await voidMailLinks(tx, account.id, now, stillGood);
  if (account.emailVerified) return;
  await removeFactorsSince(tx, account.id, since);
  await repository.removeBrowsers(tx, account.id);
  await repository.updateAccount(tx, account.id, { emailVerified: true });
}
