/**
 * What the processor's own list of events tells and no webhook brought: after an outage of ours, and after a restore
 * from a backup, which brings back the mark up to which the list was read as well.
 */
import type Stripe from 'stripe';

import { askProcessor } from './ask-processor.ts';
import { takeEvent } from './take-event.ts';
import * as repository from './repository.ts';
import { settlePayment } from './settle-payment.ts';
import type { PaymentServices } from './payment-services.ts';
import { listKnownIssues } from './store-issues.ts';
import { listKnownStates } from './store-refunds.ts';

/** Events that change what we store. */
const types = ['payment_intent.succeeded', 'refund.created', 'refund.updated', 'refund.failed'];

/** How far the processor's list reaches back. */
const reachDays = 30;

/** An event may get onto the list a little after those that happened after it. */
const overlapSeconds = 600;

/** How often the whole list is read. */
const wholeEverySeconds = 3600;

/**
 * Reads what happened since the last time, and every hour all that the list still has. Of several processes one reads.
 *
 * @returns how many events told something new
 * @throws Failure payments.processor-unreachable; the next round begins where this one did
 */
export async function readEvents(services: PaymentServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const mark = await repository.claimEventReading(db, now);
  if (mark === undefined) return 0;
  const isWhole =
    mark.readWholeAt === null || now.getTime() - mark.readWholeAt.getTime() >= wholeEverySeconds * 1000;
  const since = isWhole
    ? secondsOf(now) - reachDays * 86_400
    : secondsOf(mark.readTo ?? now) - overlapSeconds;
  try {
    const { taken, newest } = await takeSince(services, since);
    await repository.storeEventReading(db, {
      readTo: newest === undefined ? mark.readTo : new Date(newest * 1000),
      readWholeAt: isWhole ? now : mark.readWholeAt,
    });
    return taken;
  } finally {
    await repository.releaseEventReading(db);
  }
}

async function takeSince(services: PaymentServices, since: number) {
  let taken = 0;
  let newest: number | undefined;
  let after: string | undefined;
  do {
    const { data, has_more: hasMore } = await listPage(services, since, after);
    newest ??= data[0]?.created;
    for (const event of await withoutKnown(services, data.toReversed()))
      taken += await takeSafely(services, event);
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return { taken, newest };
}

const listPage = ({ stripe }: PaymentServices, since: number, after: string | undefined) =>
  askProcessor(() =>
    stripe.events.list({
      types,
      created: { gte: since },
      limit: 100,
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );

/** One event that cannot be taken keeps none of the others waiting. */
async function takeSafely(services: PaymentServices, event: Stripe.Event): Promise<number> {
  try {
    if (event.type === 'payment_intent.succeeded') await settleAgain(services, event.data.object.id);
    else await takeEvent(services, event);
    return 1;
  } catch (error) {
    services.log.error({ err: error, event: event.id }, 'an event of the processor cannot be taken');
    return 0;
  }
}

/** The event may be weeks old: what has become of the charge since is asked for. */
async function settleAgain(services: PaymentServices, transactionId: string): Promise<void> {
  const intent = await askProcessor(() =>
    services.stripe.paymentIntents.retrieve(transactionId, { expand: ['latest_charge'] }),
  );
  await settlePayment(services, intent);
}

/** Leaves out what is stored already: two questions for a page of events, none of them to the processor. */
async function withoutKnown(
  { db }: PaymentServices,
  events: readonly Stripe.Event[],
): Promise<Stripe.Event[]> {
  const charged = events.flatMap((event) =>
    event.type === 'payment_intent.succeeded' ? [event.data.object.id] : [],
  );
  const changed = events.flatMap((event) => (isAboutRefund(event) ? [event.data.object.id] : []));
  const known = new Set([
    ...(await repository.listSettled(db, charged)),
    ...(await listKnownIssues(db, charged)),
  ]);
  const states = await listKnownStates(db, changed);
  return events.filter((event) => {
    if (event.type === 'payment_intent.succeeded') return !known.has(event.data.object.id);
    return isAboutRefund(event) && states.get(event.data.object.id) !== event.data.object.status;
  });
}

type RefundEvent = Extract<Stripe.Event, { data: { object: Stripe.Refund } }>;

const isAboutRefund = (event: Stripe.Event): event is RefundEvent => event.type.startsWith('refund.');

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
