import type { DomainEvent, EventKind } from '#contract/events.ts';
import { isId } from '#contract/id.ts';
import { categories, type Channel, type NotificationTable } from '#contract/notification-kind.ts';
import { labelOf, notificationKinds } from '#contract/notification-kinds.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import {
  type Notification,
  notificationErrors,
  type Preference,
  type PreferenceChange,
} from '#contract/notifications.ts';
import { maxUnreadCounted } from '#contract/notifications-unread.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { mayTurnOff, notifyPeople, type NotifyServices, type OnNotified } from './notify-people.ts';
import * as repository from './repository.ts';
import type { UnsubscribeLinks } from './sign-unsubscribe.ts';
import type { EventQueue } from '#server/platform/events/handle-events.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { Database, Executor, Transaction } from '#server/platform/postgres/database.ts';
import { lockContacts } from '#server/users/service.ts';

export type { OnNotified } from './notify-people.ts';
export { createUnsubscribeLinks, type UnsubscribeLinks } from './sign-unsubscribe.ts';

const fail = failWith(notificationErrors);

/** The queue of the events that people are notified of, as listed in `server/subscriptions.ts`. */
export const noticeQueue: EventQueue<EventKind> = queue('notifications-notify');

/** Who is notified of an event, and with which data: a domain's function for one kind of event. */
export type ReadNotices<E extends EventKind> = (
  tx: Transaction,
  event: DomainEvent<E>,
) => Promise<readonly Notice[]>;

/** Each kind of event and the function of its domain: `server/notices.ts` lists them. */
export type NoticesOf = { readonly [E in EventKind]?: ReadNotices<E> };

/** Notifies people in the transaction of the cause; nobody twice about the same one. */
export type Notify = (tx: Transaction, causeId: string, notices: readonly Notice[]) => Promise<void>;

export const createNotify =
  (services: NotifyServices): Notify =>
  (tx, causeId, notices) =>
    notifyPeople(tx, services, causeId, notices);

/** One person's notifications, newest first. */
export async function listNotifications(
  db: Executor,
  { id }: { id: string },
  { cursor, limit }: PageQuery,
): Promise<Page<Notification>> {
  const rows = await repository.listOnPage(db, id, { beforeId: idAfter(cursor), limit: limit + 1 });
  const page = pageOf(rows, limit, (row) => row.id);
  return { ...page, items: page.items.map(presentNotification) };
}

/** The number of a person's unread notifications, up to the limit of counting. */
export const countUnread = (db: Executor, { id }: { id: string }): Promise<number> =>
  repository.countUnread(db, id, maxUnreadCounted);

/** Whether a notification is this person's; undefined for an unknown one. */
export async function ownsNotification(
  db: Executor,
  id: string,
  person: { id: string },
): Promise<boolean | undefined> {
  const ownerId = isId(id) ? await repository.findOwner(db, id) : undefined;
  return ownerId === undefined ? undefined : ownerId === person.id;
}

/**
 * Marks notifications of a person as read, and updates their other open pages.
 *
 * @param notificationId only this one
 * @returns how many were unread
 */
export async function markRead(
  { db, onNotified, now }: { db: Database; onNotified: OnNotified; now: Date },
  { id }: { id: string },
  notificationId?: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const marked = await repository.markRead(tx, id, now, notificationId);
    if (marked > 0) onNotified(tx, [id]);
    return marked;
  });
}

/** A person's preferences for each kind. Mail that somebody requests, such as links for sign-in, is not among them. */
export async function listPreferences(
  db: Executor,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<Preference[]> {
  const kinds: NotificationTable = notificationKinds;
  const optOuts = await repository.listOptOuts(db, [id]);
  return Object.entries(kinds)
    .filter(([, { category, isForAdmins }]) => category !== 'account' && (isForAdmins !== true || isAdmin))
    .map(([kind, { label, category, isMailOnly }]) => {
      const { mayTurnOff: isOptional, label: categoryLabel } = categories[category];
      const isOn = (channel: Channel): boolean =>
        !isOptional || !optOuts.some((each) => each.kind === kind && each.channel === channel);
      return {
        kind,
        label,
        category: categoryLabel,
        mayTurnOff: isOptional,
        page: isMailOnly === true ? null : isOn('page'),
        mail: isOn('mail'),
      };
    });
}

/**
 * Turns a kind on or off for one channel.
 *
 * @returns 1, or 0 if it is set so already
 * @throws Failure notifications.kind-unknown, notifications.always-on
 */
export async function changePreference(
  db: Executor,
  person: { id: string; isAdmin: boolean },
  { kind, channel, isOn }: PreferenceChange,
): Promise<number> {
  const preference = (await listPreferences(db, person)).find((each) => each.kind === kind);
  if (preference === undefined || preference[channel] === null) throw fail('notifications.kind-unknown');
  if (!preference.mayTurnOff) throw fail('notifications.always-on');
  const optOut = { personId: person.id, kind, channel };
  return isOn ? repository.removeOptOut(db, optOut) : repository.insertOptOuts(db, [optOut]);
}

/**
 * The kinds of notification that an unsubscribe link turns off, as labels, and whether mail about all of them is off.
 *
 * @throws Failure notifications.link-unknown
 */
export async function describeUnsubscribe(
  db: Database,
  links: UnsubscribeLinks,
  token: string,
): Promise<{ labels: string[]; isOff: boolean }> {
  const { personId, kinds } = readUnsubscribeToken(links, token);
  const optOuts = await repository.listOptOuts(db, [personId]);
  const isOff = kinds.every((kind) => optOuts.some((one) => one.kind === kind && one.channel === 'mail'));
  return { labels: kinds.map(labelOf), isOff };
}

/**
 * Turns off the mail that a link is about. Repeating it changes nothing; about an erased person nothing is stored.
 *
 * @returns how many kinds were on
 * @throws Failure notifications.link-unknown
 */
export async function unsubscribe(db: Database, links: UnsubscribeLinks, token: string): Promise<number> {
  const { personId, kinds } = readUnsubscribeToken(links, token);
  return db.transaction(async (tx) => {
    const recipients = await lockContacts(tx, [personId]);
    if (recipients.get(personId)?.email === undefined) return 0;
    return repository.insertOptOuts(
      tx,
      kinds.filter(mayTurnOff).map((kind) => ({ personId, kind, channel: 'mail' as const })),
    );
  });
}

function readUnsubscribeToken(links: UnsubscribeLinks, token: string) {
  const content = links.read(token);
  if (content === undefined) throw fail('notifications.link-unknown');
  return content;
}

/** Deletes a person's notifications and preferences: `OnUserRemoved` of the users. */
export const forgetPerson = repository.removeAllOf;

function presentNotification(row: repository.NotificationRow): Notification {
  const { id, kind, title, text, linkLabel, linkPath, createdAt, readAt } = row;
  return {
    _id: id,
    kind,
    title,
    text,
    link: linkLabel === null || linkPath === null ? null : { label: linkLabel, path: linkPath },
    time: createdAt.toISOString(),
    isRead: readAt !== null,
  };
}
