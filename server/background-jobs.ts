/** Everything that runs without a request: queues, deadlines, and the relay of events. */
import { dayMs } from '#contract/durations.ts';
import { authJobs } from '#server/auth/jobs.ts';
import { eventsTopic } from '#server/platform/events/emit.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { ledgerJobs } from '#server/ledger/jobs.ts';
import { mailJobs } from '#server/mails/jobs.ts';
import { mediaJobs } from '#server/media/jobs.ts';
import { noticesOf } from './notices.ts';
import { notificationJobs } from '#server/notifications/jobs.ts';
import { orderJobs } from '#server/orders/jobs.ts';
import { askAccountsJob, payoutJobs } from '#server/payouts/jobs.ts';
import { openOrderPictures, orderDeadline } from '#server/orders/service.ts';
import { askProcessorJobs, paymentJobs } from '#server/payments/jobs.ts';
import { productJobs } from '#server/products/jobs.ts';
import { formerPriceDeadline, formerProductPictures, productPictures } from '#server/products/service.ts';
import { publishToConcerned } from '#server/live/service.ts';
import { personalData } from './personal-data.ts';
import { privacyJobs } from '#server/privacy/jobs.ts';
import { erasureDeadline } from '#server/privacy/service.ts';
import { reconciliationJobs } from '#server/reconciliation/jobs.ts';
import { pruneEvents } from '#server/platform/events/prune-events.ts';
import { relayEvents, type RelayOptions } from '#server/platform/events/relay.ts';
import { subscriptions } from './subscriptions.ts';
import { type Deadline, deadlineJob } from '#server/platform/states/deadlines.ts';
import { suspensionDeadline } from '#server/users/service.ts';
import type { Services } from './services.ts';

/** All automatic actions that are due at a certain time, in the order in which the job runs them. */
export const deadlinesOf = (services: Services): readonly Deadline[] => [
  holdDeadline,
  formerPriceDeadline,
  orderDeadline(services),
  suspensionDeadline(services.suspensions),
  erasureDeadline({ ...services, personalData }),
];

/** Relays events as soon as their commit is published, and every second in case that was missed. */
function relayJob({ db, jobs, changes }: Services): void {
  const onRelayed: RelayOptions['onRelayed'] = (events) => publishToConcerned(db, events);
  const runNow = jobs.every(1, 'relay events', () => relayEvents({ db, jobs, subscriptions, onRelayed }));
  changes.subscribe({
    changed: (topics) => topics.includes(eventsTopic) && runNow(),
    disconnected: () => undefined,
    connected: runNow,
  });
}

/** How often to delete old events. */
const pruneSeconds = 3600;

function pruneJob({ db, jobs, clock, config }: Services): void {
  const queues = [...new Set(Object.values(subscriptions).flatMap((all) => all.map(({ name }) => name)))];
  jobs.every(pruneSeconds, 'delete old events', async () => {
    const before = new Date(clock.now().getTime() - config.eventDays * dayMs);
    await pruneEvents(db, before, queues);
  });
}

/**
 * Declares every job. A process that calls `jobs.work()` runs them.
 *
 * @param options.asksProcessor false in tests that decide themselves when to ask the processor for unreported events
 */
export function declareJobs(services: Services, { asksProcessor = true } = {}): void {
  const { jobs } = services;
  const { publicUrl } = services.config;
  mailJobs({ ...services, publicUrl });
  authJobs(services);
  notificationJobs({ ...services, publicUrl, noticesOf });
  mediaJobs(jobs, {
    ...services,
    pictureReferences: productPictures,
    formerPictures: formerProductPictures,
    neededPictures: openOrderPictures,
    withheldPictureDays: services.config.withheldPictureDays,
  });
  productJobs(services);
  ledgerJobs(services);
  paymentJobs(services);
  if (asksProcessor) {
    askProcessorJobs(services);
    askAccountsJob(services.payouts);
  }
  orderJobs(services);
  payoutJobs(services.payouts);
  reconciliationJobs(services);
  privacyJobs({ ...services, personalData });
  deadlineJob(jobs, services, deadlinesOf(services));
  relayJob(services);
  pruneJob(services);
}
