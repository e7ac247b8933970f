import type { MailServices } from '#server/mails/service.ts';
import { type EventQueue, handleEvents } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { mailEnded } from './mail-ended.ts';

/** Both sides of an unpaid booking are told that the phone was removed. */
export const endedMailQueue: EventQueue<'booking.cancelled'> = queue('bookings-ended-mail');

export function bookingJobs(services: Pick<MailServices, 'db' | 'jobs' | 'clock'>): void {
  handleEvents(services.jobs, services.db, endedMailQueue, (tx, event) => mailEnded(tx, services, event));
}
