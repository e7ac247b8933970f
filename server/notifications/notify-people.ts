/** Creates the rows of the page and the mails for an event, by the contract's table. */
import { aboutPath } from '#contract/about.ts';
import { minuteMs } from '#contract/durations.ts';
import { chattyMailMinutes } from '#contract/notifications.ts';
import { isKind, type Kind, type Notice, notificationKinds, wordsOf } from '#contract/notification-kinds.ts';
import {
  categories,
  type Channel,
  channels,
  type NotificationKind,
  type NotificationWords,
} from '#contract/notification-kind.ts';
import { type MailServices, queueMail } from '#server/mails/service.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';
import { lockContacts, type Recipient } from '#server/users/service.ts';
import * as repository from './repository.ts';
import type { UnsubscribeLinks } from './sign-unsubscribe.ts';

/** Publishes to these people's open pages that their notifications have changed, once `tx` has committed. */
export type OnNotified = (tx: Transaction, personIds: readonly string[]) => void;

export interface NotifyServices extends Pick<MailServices, 'jobs' | 'clock' | 'publicUrl'> {
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly onNotified: OnNotified;
}

/**
 * Notifies people, in the transaction that causes it: by a row of their page and by mail, as the kind and their
 * preferences say. Nobody is notified twice of the same cause, however often this runs.
 *
 * @param causeId the id of the event, or of the job
 */
export async function notifyPeople(
  tx: Transaction,
  services: NotifyServices,
  causeId: string,
  notices: readonly Notice[],
): Promise<void> {
  const personIds = [...new Set(notices.map(({ personId }) => personId))];
  if (personIds.length === 0) return;
  const recipients = await lockContacts(tx, personIds);
  const isWanted = await preferencesOf(tx, personIds);
  const now = services.clock.now();
  const drafts = notices.flatMap((notice) =>
    channels
      .filter((channel) => channel === 'mail' || kindOf(notice.kind).isMailOnly !== true)
      .filter((channel) => canReceive(recipients.get(notice.personId), notice, channel))
      .filter((channel) => isWanted(notice.personId, notice.kind, channel))
      .map((channel) => draftOf(notice, channel, causeId, now)),
  );
  const stored = await repository.insertNew(
    tx,
    drafts.map(({ row }) => row),
  );
  const fresh = drafts.filter(({ row }) => stored.has(row.id));
  for (const draft of fresh) {
    const recipient = recipients.get(draft.notice.personId);
    if (draft.row.mailedAt != null && recipient !== undefined) await sendMail(tx, services, recipient, draft);
  }
  const chatty = fresh.filter(({ row }) => row.channel === 'mail' && row.mailedAt === null);
  for (const personId of new Set(chatty.map(({ row }) => row.personId)))
    await mailWaiting(tx, services, personId, recipients.get(personId)?.email);
  const shown = fresh.filter(({ row }) => row.channel === 'page').map(({ row }) => row.personId);
  if (shown.length > 0) services.onNotified(tx, [...new Set(shown)]);
}

interface Draft {
  readonly notice: Notice;
  readonly words: NotificationWords;
  readonly row: repository.NewNotification;
}

const kindOf = (
  kind: Kind,
): Pick<NotificationKind<never>, 'category' | 'isMailOnly' | 'isChatty' | 'isForAdmins'> =>
  notificationKinds[kind];

/**
 * A removed person has no page, and gets only the mail that nobody can turn off, such as about their money; an erased one
 * gets nothing but the last mail, which has its own address.
 */
function canReceive(recipient: Recipient | undefined, { kind, address }: Notice, channel: Channel): boolean {
  if (recipient === undefined || (address ?? recipient.email) === undefined) return false;
  return recipient.isPresent || (channel === 'mail' && !mayTurnOff(kind));
}

async function preferencesOf(tx: Transaction, personIds: readonly string[]) {
  const optOuts = await repository.listOptOuts(tx, personIds);
  const off = new Set(optOuts.map(({ personId, kind, channel }) => `${personId} ${kind} ${channel}`));
  return (personId: string, kind: Kind, channel: Channel): boolean =>
    !mayTurnOff(kind) || !off.has(`${personId} ${kind} ${channel}`);
}

function draftOf(notice: Notice, channel: Channel, causeId: string, now: Date): Draft {
  const { kind, personId } = notice;
  const words = wordsOf(kind, notice.data);
  const isMailedAtOnce = channel === 'mail' && kindOf(kind).isChatty !== true;
  const row = {
    id: newId(now),
    causeId,
    personId,
    channel,
    kind,
    title: words.title,
    text: words.text,
    linkLabel: words.link?.label ?? null,
    linkPath: words.link?.path ?? null,
    mailedAt: isMailedAtOnce ? now : null,
    createdAt: now,
  };
  return { notice, words, row };
}

async function sendMail(
  tx: Transaction,
  services: NotifyServices,
  { email, isPresent }: Recipient,
  { words, notice: { kind, personId, address: to = email } }: Draft,
): Promise<void> {
  if (to === undefined) return;
  const { link, text, after } = isPresent ? forMailbox(words) : forRemoved(words);
  await queueMail(tx, services, {
    kind,
    personId,
    to,
    title: words.title,
    text,
    ...(link === undefined ? {} : { link: { label: link.label, url: `${services.publicUrl}${link.path}` } }),
    ...(after === undefined ? {} : { after }),
    ...footerOf(services, personId, [kind]),
  });
}

type MailWords = Pick<NotificationWords, 'text' | 'link'> & { readonly after?: string | undefined };

const forMailbox = ({ text, link, inMail }: NotificationWords): MailWords => ({
  text,
  link: inMail?.link ?? link,
  after: inMail?.after,
});

/** Nobody can sign in to a deleted account: a link into it is replaced by how to contact us. */
const forRemoved = ({ text, link, inMail }: NotificationWords): MailWords =>
  (inMail?.link ?? link) === undefined
    ? { text }
    : {
        text: `${text}\n\nYour account was deleted, so you cannot open its pages any more. If you have a question or something is wrong, please write to us.`,
        link: { label: 'How to reach us', path: aboutPath('contact') },
      };

/**
 * Sends a person all waiting notifications of chatty kinds in one mail, unless they got such a mail within the hour.
 * The rest waits for {@link notifyPeople} or the periodic job.
 *
 * @param to their e-mail address; undefined if they cannot be reached
 */
export async function mailWaiting(
  tx: Transaction,
  services: NotifyServices,
  personId: string,
  to: string | undefined,
): Promise<void> {
  const now = services.clock.now();
  const nextAt = new Date(now.getTime() + chattyMailMinutes * minuteMs);
  if (!(await repository.claimMail(tx, personId, { now, nextAt }))) return;
  const isWanted = await preferencesOf(tx, [personId]);
  const taken = await repository.takeWaiting(tx, personId, now);
  const waiting = taken.filter(({ kind }) => mayTurnOff(kind) && isWanted(personId, kind, 'mail'));
  const [first] = waiting;
  if (first === undefined || to === undefined) return;
  const kinds = [...new Set(waiting.map(({ kind }) => kind))];
  const [kind = ''] = kinds;
  await queueMail(tx, services, {
    kind,
    personId,
    to,
    ...(waiting.length === 1 ? wordsOfRow(first, services) : digestOf(waiting, services)),
    ...footerOf(services, personId, kinds),
  });
}

function wordsOfRow(
  { title, text, linkLabel, linkPath }: repository.NotificationRow,
  { publicUrl }: NotifyServices,
) {
  const hasLink = linkLabel !== null && linkPath !== null;
  return { title, text, ...(hasLink ? { link: { label: linkLabel, url: `${publicUrl}${linkPath}` } } : {}) };
}

/** The most notifications that one mail contains; the page has the rest. */
const maxDigestItems = 20;

function digestOf(rows: readonly repository.NotificationRow[], { publicUrl }: NotifyServices) {
  const told = rows.slice(0, maxDigestItems);
  const paragraphs = told.map(({ title, text }) => `${title}\n${text.replaceAll('\n\n', '\n')}`);
  if (rows.length > told.length) paragraphs.push(`And ${rows.length - told.length} more.`);
  return {
    title: `${rows.length} things happened at Ringback`,
    text: paragraphs.join('\n\n'),
    link: { label: 'See all notifications', url: `${publicUrl}/dashboard/notifications` },
  };
}

/** The reason why a person gets a mail, and how to turn such mail off, if possible. */
function footerOf(
  { publicUrl, unsubscribeLinks }: NotifyServices,
  personId: string,
  kinds: readonly string[],
) {
  const reason = reasonFor(kinds);
  if (!kinds.every((kind) => mayTurnOff(kind))) return { reason };
  const token = unsubscribeLinks.sign({ personId, kinds });
  return {
    reason,
    unsubscribe: {
      oneClickUrl: `${publicUrl}/api/notifications/unsubscribe?token=${token}`,
      pageUrl: `${publicUrl}/unsubscribe?token=${token}`,
      settingsUrl: `${publicUrl}/dashboard/notifications`,
    },
  };
}

function reasonFor(kinds: readonly string[]): string {
  if (kinds.every((kind) => isKind(kind) && kindOf(kind).isForAdmins === true))
    return 'You get this mail because you are an admin of Ringback.';
  return kinds.every((kind) => mayTurnOff(kind))
    ? 'You get this mail because you buy or sell at Ringback.'
    : 'You get this mail because it is about your account or your money at Ringback.';
}

/** Whether the kind exists and people may turn it off. */
export const mayTurnOff = (kind: string): kind is Kind =>
  isKind(kind) && categories[kindOf(kind).category].mayTurnOff;
