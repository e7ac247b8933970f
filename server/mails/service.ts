/**
 * Mail survives an outage of the mail server: it is queued in the database, retried with growing pauses for a day, and
 * then shown to an admin; immediately if the mail server says that the address does not exist.
 */
import { hourMs } from '#contract/durations.ts';
import {
  type FailedMail,
  mailErrors,
  mailRetryHours,
  mailsOfOneUse,
  mailsThatWarn,
  mailsWithLink,
} from '#contract/mails.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import { type Log, withoutTypedValues } from '#server/platform/log/log.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import { isAddressRefused, type Mailer } from '#server/platform/mail/mail.ts';
import { type Database, type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { type MailContent, renderMail } from './render-mail.ts';
import * as repository from './repository.ts';

const fail = failWith(mailErrors);

export interface NewMail extends MailContent {
  /** What the mail is about; an admin sees this, and not the text, if it could not be sent. */
  readonly kind: string;
  readonly personId: string;
  /** One of the person's addresses: it may be a former one, or one that they want. */
  readonly to: string;
}

/** The queue of new mail, which is sent at once; the periodic task sends what failed. */
export const mailQueue = queue<{ mailId: string }>('mails-send');

/** The secret links in texts of mail. The auth domain implements it. */
export interface LinksInMail {
  /** Starts the lifetime of the links in a text that was just sent. */
  readonly restart: (db: Executor, text: string) => Promise<void>;
  /** The text without the tokens of its links. */
  readonly hide: (text: string) => string;
  /** Hidden texts of one mail with new tokens for their links; undefined if a link is void. */
  readonly reveal: (tx: Transaction, texts: readonly string[]) => Promise<string[] | undefined>;
}

export interface MailServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly linksInMail: LinksInMail;
  readonly clock: Clock;
  readonly log: Log;
  /** The URL under which the recipients know the site. */
  readonly publicUrl: string;
}

/**
 * Queues a mail in the transaction that causes it: it is sent only if that transaction commits. All mail is sent this
 * way, including notifications.
 */
export async function queueMail(
  tx: Executor,
  { jobs, clock, publicUrl }: Pick<MailServices, 'jobs' | 'clock' | 'publicUrl'>,
  { kind, personId, to: recipient, ...content }: NewMail,
): Promise<void> {
  const id = newId();
  const { text: body, html } = renderMail(content, publicUrl);
  const { title: subject, unsubscribe } = content;
  const unsubscribeUrl = unsubscribe?.oneClickUrl ?? null;
  const row = { id, kind, personId, recipient, subject, body, html, unsubscribeUrl, queuedAt: clock.now() };
  await repository.insertMail(tx, row);
  await jobs.enqueue(tx, mailQueue, { mailId: id });
}

/** Sends one queued mail, if it is due and no other process is sending it. */
export async function sendQueuedMail(services: MailServices, id: string): Promise<void> {
  const mail = await repository.claimDue(services.db, services.clock.now(), id);
  if (mail !== undefined) await attempt(services, mail);
}

/**
 * Sends due mail, at most `limit` mails, and none after `ending`: an interrupted one may have been sent, and would be
 * sent again.
 *
 * @returns how many were tried
 */
export async function sendDueMails(
  services: MailServices,
  { limit = 50, ending }: { readonly limit?: number; readonly ending?: AbortSignal } = {},
): Promise<number> {
  for (let tried = 0; tried < limit; tried += 1) {
    if (ending?.aborted === true) return tried;
    const mail = await repository.claimDue(services.db, services.clock.now());
    if (mail === undefined) return tried;
    await attempt(services, mail);
  }
  return limit;
}

async function attempt(services: MailServices, mail: repository.MailRow): Promise<void> {
  const { db, mailer, linksInMail } = services;
  const { id, recipient: to, subject, body, html, unsubscribeUrl } = mail;
  try {
    await mailer.send({
      id,
      to,
      subject,
      text: body ?? '',
      ...(html === null ? {} : { html }),
      ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    });
  } catch (error) {
    return postpone(services, mail, error);
  }
  if (mail.attempts > 1) await linksInMail.restart(db, body ?? '');
  await repository.removeMail(db, id);
}

async function postpone(
  { db, clock, log, linksInMail }: MailServices,
  { id, kind, attempts, queuedAt, body, html }: repository.MailRow,
  error: unknown,
): Promise<void> {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const now = clock.now();
  const told = { mailId: id, kind, attempts, reason: withoutTypedValues(lastError) };
  const isEarly = now.getTime() - queuedAt.getTime() < mailRetryHours * hourMs;
  if (isEarly && !isAddressRefused(error)) {
    log.warn(told, 'a mail could not be sent and is tried again');
    return repository.storeError(db, id, lastError, now);
  }
  log.error(told, 'a mail could not be sent');
  // The recipient no longer exists, and nobody else may learn the address.
  if (kind === lastMail) return repository.removeMail(db, id);
  const { hide } = linksInMail;
  const kept = isOf(mailsThatWarn, kind) ? { body: hide(body ?? ''), html: html && hide(html) } : {};
  const dropped = hasLink(kind) || isOf(mailsOfOneUse, kind) ? { body: null, html: null } : {};
  return repository.storeFailure(db, id, { ...kept, ...dropped, lastError, failedAt: now });
}

/** The kind of mail that an erased person still gets. */
const lastMail = 'account-erased';

const isOf = (kinds: readonly string[], kind: string): boolean => kinds.includes(kind);

const hasLink = (kind: string): kind is LinkMail => isOf(mailsWithLink, kind);

type LinkMail = (typeof mailsWithLink)[number];

/** Queues a mail of this kind with a new link. The auth domain implements it. */
export type RenewMail = (tx: Transaction, kind: LinkMail, to: string) => Promise<void>;

/** Mail that could not be sent, newest first, without its text. */
export async function listFailedMails(db: Executor, { cursor, limit }: PageQuery): Promise<Page<FailedMail>> {
  const rows = await repository.listFailed(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ id }) => id);
  return {
    ...page,
    items: page.items.map(({ id, kind, recipient, createdAt, failedAt, queuedAt, lastError }) => ({
      _id: id,
      kind,
      to: recipient,
      time: createdAt.toISOString(),
      failedAt: (failedAt ?? queuedAt).toISOString(),
      lastError: lastError ?? '',
    })),
  };
}

/**
 * Sends a failed mail again, with retries for another day. Mail with a link is composed again with a new link; in a
 * warning, only the link's token is replaced.
 *
 * @returns 1, or 0 if somebody else did it before
 * @throws Failure mails.not-found, mails.link-void
 */
export async function sendFailedMail(
  services: MailServices & { readonly renewMail: RenewMail },
  id: string,
): Promise<number> {
  const { db, jobs, clock, renewMail } = services;
  const mail = await repository.findFailed(db, id);
  if (mail === undefined) throw fail('mails.not-found');
  const { kind, recipient } = mail;
  if (isOf(mailsOfOneUse, kind)) throw fail('mails.link-void');
  return db.transaction(async (tx) => {
    if (hasLink(kind)) {
      if ((await repository.removeFailed(tx, id)) === 0) return 0;
      await renewMail(tx, kind, recipient);
      return 1;
    }
    if ((await repository.requeue(tx, id, clock.now())) === 0) return 0;
    await revealText(tx, services, mail);
    await jobs.enqueue(tx, mailQueue, { mailId: id });
    return 1;
  });
}

/** @throws Failure mails.link-void */
async function revealText(
  tx: Transaction,
  { linksInMail }: MailServices,
  { id, body, html }: repository.MailRow,
): Promise<void> {
  if (body === null) return;
  const texts = await linksInMail.reveal(tx, html === null ? [body] : [body, html]);
  if (texts === undefined) throw fail('mails.link-void');
  await repository.storeTexts(tx, id, { body: texts[0] ?? body, html: texts[1] ?? null });
}

/**
 * Takes a failed mail off the list without sending it.
 *
 * @returns how many were removed: 0 if somebody else did it before
 */
export const removeFailedMail = repository.removeFailed;

/** How many mails of each of these kinds failed at least once and are retried, for `/metrics`. */
export const delayedMailCount = (db: Executor, kinds: readonly string[]): WatchedCount => ({
  name: 'mails_delayed',
  help: 'Mails that could not be sent yet and are tried again',
  label: 'kind',
  values: kinds,
  count: () => repository.countDelayed(db),
});

/** How many mails of each of these kinds could not be sent, for `/metrics`. */
export const failedMailCount = (db: Executor, kinds: readonly string[]): WatchedCount => ({
  name: 'mails_failed',
  help: 'Mails that could not be sent within a day, which wait for an admin',
  label: 'kind',
  values: kinds,
  count: () => repository.countFailed(db),
});
