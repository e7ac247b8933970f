/** Mail about accounts is written by a job, so that asking for it takes the same work whoever has the address. */
import { createMailLink, sweepMailLinks } from './mail-links.ts';
import { sweepTries } from './slow-down.ts';
import { confirmAddressMail, guessesMail, newBrowserMail, newPasswordMail } from './write-mails.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import { type KindOfMail, queueMail, type RenewMail } from '#server/mails/service.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { findPersonByEmail } from '#server/users/service.ts';

export type AccountMail =
  | { readonly about: 'confirm-address' | 'new-password' | 'guesses'; readonly email: string }
  | {
      readonly about: 'new-browser';
      readonly email: string;
      readonly browser: string;
      readonly network: string;
      readonly time: string;
    };

export const accountMailQueue = queue<AccountMail>('account-mail');

export interface AuthJobServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Sends a mail once more, with a new link: the admin's way for one that failed. */
export const renewMail =
  (services: AuthJobServices): RenewMail =>
  (about, email) =>
    writeAccountMail(services, { about, email });

/** Declares the jobs of accounts. */
export function authJobs(services: AuthJobServices): void {
  const { db, jobs, clock } = services;
  jobs.handle(accountMailQueue, (asked) => writeAccountMail(services, asked));
  jobs.every(3600, 'sweep of links and tries', async () => {
    const now = clock.now();
    await sweepMailLinks(db, now);
    await sweepTries(db, new Date(now.getTime() - 2 * 24 * 3_600_000));
  });
}

/** Whoever has no account, or nothing to confirm, gets no mail. */
async function writeAccountMail(services: AuthJobServices, asked: AccountMail): Promise<void> {
  const { db } = services;
  await db.transaction(async (tx) => {
    const person = await findPersonByEmail(tx, asked.email);
    if (person === undefined) return;
    if (asked.about === 'confirm-address' && person.emailConfirmed) return;
    await queueMail(tx, services, await mailOf(services, tx, asked, person));
  });
}

async function mailOf(
  { clock, publicUrl }: AuthJobServices,
  tx: Transaction,
  asked: AccountMail,
  { id, email }: { id: string; email: string },
): Promise<KindOfMail> {
  const to = { publicUrl, to: email };
  const withLink = async (kind: 'confirm-address' | 'new-password' | 'not-me') => ({
    ...to,
    token: await createMailLink(tx, { userId: id, kind, email }, clock.now()),
  });
  if (asked.about === 'guesses') return guessesMail(to);
  if (asked.about === 'new-browser') return newBrowserMail({ ...asked, ...(await withLink('not-me')) });
  if (asked.about === 'new-password') return newPasswordMail(await withLink('new-password'));
  return confirmAddressMail(await withLink('confirm-address'));
}
