/**
 * Mail about accounts is written by a job, so that requesting it takes the same work whether or not the account exists.
 */
import { dayMs, hourMs } from '#contract/durations.ts';
import { createMailLink, sweepMailLinks } from './mail-links.ts';
import { sweepSessions } from './repository.ts';
import { sweepChallenges } from './store-passkeys.ts';
import { sweepTries } from './slow-down.ts';
import type { authNotifications } from '#contract/auth-notifications.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import type { RenewMail } from '#server/mails/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { findPersonByEmail } from '#server/users/service.ts';

type NoticeWithoutData = 'guesses' | 'second-factor-guesses' | 'account-taken-over';

export type AccountMail = (
  | { readonly about: 'confirm-address' | 'new-password' | NoticeWithoutData }
  | {
      readonly about: 'new-browser';
      readonly browser: string;
      readonly network: string;
      readonly time: string;
    }
) & {
  /** So that a person is notified only once even if the job runs twice. Processes of version 0.1 send no id. */
  readonly id?: string;
  readonly email: string;
};

export const accountMailQueue = queue<AccountMail>('account-mail');

/** Sent when a person who was leaving has signed in: a later domain restores their account. */
export const returnQueue = queue<{ readonly id: string; readonly personId: string }>('account-returned');

type AccountNotice = Notice<keyof typeof authNotifications>;

/** Notifies people about their account, in the transaction that causes it; only once for each cause. */
export type NotifyOfAccount = (
  tx: Transaction,
  causeId: string,
  notices: readonly AccountNotice[],
) => Promise<void>;

export interface AuthJobServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
}

/** Sends a failed mail again for an admin, with a new link. */
export const renewMail =
  (services: AuthJobServices): RenewMail =>
  (tx, about, email) =>
    writeAccountMail(services, tx, { id: newId(), about, email });

/** Declares the jobs of accounts. */
export function authJobs(services: AuthJobServices): void {
  const { db, jobs, clock } = services;
  jobs.handle(accountMailQueue, (asked) => db.transaction((tx) => writeAccountMail(services, tx, asked)));
  jobs.every(3600, 'sweep of sessions, links and tries', () => removeExpired(db, clock.now()));
}

/** Removes expired sessions, links and counts, within the times that the page "What we know about you" names. */
export async function removeExpired(db: Database, now: Date): Promise<void> {
  await sweepMailLinks(db, now);
  await sweepChallenges(db, now);
  await sweepSessions(db, new Date(now.getTime() - hourMs));
  await sweepTries(db, new Date(now.getTime() - 2 * dayMs));
}

/** Sends no mail if there is no account, or if the address is confirmed already. */
async function writeAccountMail(
  services: AuthJobServices,
  tx: Transaction,
  asked: AccountMail,
): Promise<void> {
  const person = await findPersonByEmail(tx, asked.email);
  if (person === undefined) return;
  if (asked.about === 'confirm-address' && person.emailConfirmed) return;
  await services.notify(tx, asked.id ?? newId(), [await noticeOf(services, tx, asked, person)]);
}

async function noticeOf(
  { clock }: AuthJobServices,
  tx: Transaction,
  asked: AccountMail,
  { id: personId, email }: { id: string; email: string },
): Promise<AccountNotice> {
  const linkOf = (kind: 'confirm-address' | 'new-password' | 'not-me') =>
    createMailLink(tx, { userId: personId, kind, email }, clock.now());
  if (
    asked.about === 'guesses' ||
    asked.about === 'second-factor-guesses' ||
    asked.about === 'account-taken-over'
  )
    return { kind: asked.about, personId, data: undefined };
  if (asked.about === 'new-browser') {
    const { browser, network, time } = asked;
    return { kind: 'new-browser', personId, data: { browser, network, time, token: await linkOf('not-me') } };
  }
  return { kind: asked.about, personId, data: { token: await linkOf(asked.about) } };
}
