/**
 * Reads the processor's own list of events, for those that no webhook delivered: after an outage of ours, and after a
 * restore from a backup, which also resets how far the list was read.
 */
import {
  connectEventTypes,
  type EventSource,
  ProcessorEvent,
  processorEventTypes,
} from '#contract/payments-inbox.ts';
import { askProcessor } from './ask-processor.ts';
import { findMissedCharges } from './find-missed-charges.ts';
import type { PaymentServices } from './payment-services.ts';
import { receiveEvents } from './receive-events.ts';
import * as repository from './repository.ts';

/** How far back the processor's list reaches. */
const retentionSeconds = 30 * 86_400;

/** An event may appear on the list a little after later ones. */
const overlapSeconds = 600;

/** How often the whole list is read. */
const fullReadSeconds = 3600;

/**
 * Puts events since the last run into the inbox, and every hour the whole list. What is older than the list is searched
 * for among the charges. Only one process reads at a time.
 *
 * @returns how many events were new
 * @throws Failure payments.processor-unreachable; the next run begins where this one did
 */
export async function readEvents(services: PaymentServices): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const mark = await repository.claimEventReading(db, now);
  if (mark === undefined) return 0;
  // If the clock was set back, a reading in the future has not happened.
  const isWhole =
    mark.readWholeAt === null ||
    mark.readWholeAt > now ||
    now.getTime() - mark.readWholeAt.getTime() >= fullReadSeconds * 1000;
  const reach = secondsOf(now) - retentionSeconds;
  const readTo = mark.readTo === null ? undefined : secondsOf(mark.readTo);
  try {
    if (isWhole && readTo !== undefined && readTo < reach)
      await findMissedCharges(services, readTo - overlapSeconds);
    const since = isWhole ? reach : Math.max(reach, (readTo ?? secondsOf(now)) - overlapSeconds);
    const { received, newest } = await receiveSince(services, since);
    const nextReadTo = newest ?? (readTo === undefined ? undefined : Math.max(readTo, reach));
    await repository.storeEventReading(db, {
      readTo: nextReadTo === undefined ? null : new Date(nextReadTo * 1000),
      readWholeAt: isWhole ? now : mark.readWholeAt,
    });
    return received;
  } finally {
    await repository.releaseEventReading(db);
  }
}

/**
 * Puts a seller's account's events since a moment into the inbox, as far as the processor still lists them.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function readEventsOfAccount(
  services: Reading,
  account: string,
  since: Date | null,
): Promise<void> {
  const reach = secondsOf(services.clock.now()) - retentionSeconds;
  const from = since === null ? reach : Math.max(reach, secondsOf(since) - overlapSeconds);
  await receiveSince(services, from, account);
}

type Reading = Pick<PaymentServices, 'db' | 'jobs' | 'clock' | 'stripe'>;

async function receiveSince(services: Reading, since: number, account?: string) {
  const source: EventSource = account === undefined ? 'platform' : 'connect';
  let received = 0;
  let newest: number | undefined;
  let after: string | undefined;
  do {
    const { data, has_more: hasMore } = await listPage(services, since, after, account);
    newest ??= data[0]?.created;
    received += await receiveEvents(
      services,
      data.toReversed().map((event) => ProcessorEvent.parse(event)),
      source,
    );
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return { received, newest };
}

const listPage = ({ stripe }: Reading, since: number, after: string | undefined, account?: string) =>
  askProcessor(() =>
    stripe.events.list(
      {
        types: [...(account === undefined ? Object.keys(processorEventTypes) : []), ...followedTypes],
        created: { gte: since },
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      },
      account === undefined ? {} : { stripeAccount: account },
    ),
  );

const followedTypes = Object.keys(connectEventTypes);

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
