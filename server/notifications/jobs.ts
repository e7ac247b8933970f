import { dayMs } from '#contract/durations.ts';
import type { DomainEvent, EventKind } from '#contract/events.ts';
import { notificationDays } from '#contract/notifications.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import { mailWaiting, type NotifyServices } from './notify-people.ts';
import * as repository from './repository.ts';
import { noticeQueue, type NoticesOf, type Notify } from './service.ts';
import { type EventQueue, handleEvents } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { lockContacts } from '#server/users/service.ts';

/** How often to look for mail that waits until an hour has passed since the previous one. */
const waitingSeconds = 60;

/** How many notifications one statement removes. */
const removedAtOnce = 1_000;

/** The queues to which processes of version 0.1 send the events that cause mail. */
const formerQueues = ['bookings-ended-mail', 'payments-refund-mail', 'payments-delay-mail'];

export interface NotificationJobServices extends NotifyServices {
  readonly db: Database;
  readonly log: Log;
  readonly notify: Notify;
  /** For each kind of event, who is notified. */
  readonly noticesOf: NoticesOf;
}

export function notificationJobs(services: NotificationJobServices): void {
  const { db, jobs, clock, notify, noticesOf } = services;
  const former = formerQueues.map((name): EventQueue<EventKind> => queue(name));
  for (const each of [noticeQueue, ...former]) {
    handleEvents(jobs, db, each, async (tx, event) =>
      notify(tx, event.id, await readNotices(noticesOf, tx, event)),
    );
  }
  jobs.every(waitingSeconds, 'send mail that waits for its hour', () => sendWaiting(services));
  jobs.every(3600, 'remove old notifications', () => removeOldNotifications(db, clock.now()));
}

async function readNotices(
  noticesOf: NoticesOf,
  tx: Transaction,
  event: DomainEvent,
): Promise<readonly Notice[]> {
  // The table relates kind and event; TypeScript does not follow that through a union of kinds.
  const read = noticesOf[event.kind] as
    | ((tx: Transaction, event: DomainEvent) => Promise<readonly Notice[]>)
    | undefined;
  // The job is run again until a process of the version that has emitted it takes it.
  if (read === undefined) throw new Error(`This version notifies nobody of ${event.kind}`);
  return read(tx, event);
}

/**
 * Sends waiting mail to people whose last such mail is more than an hour old. A failure for one person delays nobody
 * else.
 */
export async function sendWaiting(services: NotificationJobServices, limit = 200): Promise<void> {
  const { db, clock, log } = services;
  for (const personId of await repository.listDue(db, clock.now(), limit)) {
    try {
      await db.transaction(async (tx) => {
        const recipient = (await lockContacts(tx, [personId])).get(personId);
        await mailWaiting(
          tx,
          services,
          personId,
          recipient?.isPresent === true ? recipient.email : undefined,
        );
      });
    } catch (error) {
      log.error({ err: error, personId }, 'mail that waited for its hour could not be queued');
    }
  }
}

/** Removes notifications that are no longer listed. */
export async function removeOldNotifications(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - notificationDays * dayMs);
  while ((await repository.removeOld(db, before, removedAtOnce)) === removedAtOnce);
}
