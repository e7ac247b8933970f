/** Checks opened links of mails: finds the account, and whether the link can still be used. */
import { accountErrors } from '#contract/auth-account.ts';
import type { LinkFault } from '#contract/auth-links.ts';
import { findLinkOwner, findMailLink, type MailLink, type MailLinkKind } from './mail-links.ts';
import * as repository from './repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

const fail = failWith(accountErrors);

const faults = {
  unknown: 'auth.link-unknown',
  used: 'auth.link-used',
  late: 'auth.link-late',
} as const satisfies Record<LinkFault, keyof typeof accountErrors>;

/** The links that can set a password. */
export const passwordKinds = [
  'new-password',
  'not-me',
  'confirm-address',
] as const satisfies readonly MailLinkKind[];

const kindsFor = {
  'new-password': passwordKinds,
  'undo-change': ['undo-change'],
} as const satisfies Record<string, readonly MailLinkKind[]>;

/**
 * Checks whether a link can be used, so that a page can say so before anybody has typed anything.
 *
 * @returns the address that it is about, which a person with the link knows already, and whose account it is
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late
 */
export async function checkLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { token, purpose }: { readonly token: string; readonly purpose: keyof typeof kindsFor },
): Promise<{ email: string; personId: string }> {
  const { account, link } = await db.transaction((tx) =>
    requireLink(tx, token, kindsFor[purpose], clock.now()),
  );
  return { email: purpose === 'undo-change' ? link.email : account.email, personId: account.id };
}

export interface LinkOfAccount {
  readonly link: MailLink;
  readonly account: repository.LockedAccount;
}

/**
 * The link of a token with its account, which is locked until the transaction ends.
 *
 * @throws Failure auth.link-unknown, auth.link-used, auth.link-late
 */
export async function requireLink(
  tx: Transaction,
  token: string,
  kinds: readonly MailLinkKind[],
  now: Date,
): Promise<LinkOfAccount> {
  const found = await findAccountLink(tx, token, kinds, now);
  if (typeof found === 'string') throw fail(faults[found]);
  return found;
}

/** {@link requireLink}, but returns what is wrong with the link. */
export async function findAccountLink(
  tx: Transaction,
  token: string,
  kinds: readonly MailLinkKind[],
  now: Date,
): Promise<LinkOfAccount | LinkFault> {
  const userId = await findLinkOwner(tx, token);
  const account = userId === undefined ? undefined : await repository.lockAccount(tx, userId);
  if (account === undefined) return 'unknown';
  const link = await findMailLink(tx, token, kinds, now);
  if (typeof link === 'string') return link;
  const isDone = link.kind === 'confirm-address' && (account.emailVerified || account.email !== link.email);
  return isDone ? 'used' : { link, account };
}
