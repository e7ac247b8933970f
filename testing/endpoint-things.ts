/** The objects of the requests in `endpoint-requests.ts` that no call creates. */
import { and, eq, sql } from 'drizzle-orm';

import { mails } from '#db/tables/mails.ts';
import { notifications } from '#db/tables/notifications.ts';
import { chargebacks, chargeIssues, processorEvents } from '#db/tables/payments.ts';
import { newId } from '#server/platform/postgres/database.ts';

import type { Market, TestPerson } from './market.ts';

/** A charge that matches nothing. */
export async function chargeIssue({ services: { db } }: Market): Promise<string> {
  const id = newId();
  await db.insert(chargeIssues).values({
    id,
    transactionId: `pi_${id.replaceAll('-', '')}`,
    problem: 'no-booking',
    amountCents: 42_050,
    currency: 'usd',
    chargedAt: new Date(),
  });
  return id;
}

/** A chargeback that is decided, so that nothing can be done about it. */
export async function lostChargeback({ services: { db } }: Market): Promise<string> {
  const id = newId();
  await db.insert(chargebacks).values({
    id,
    disputeId: `du_${id.replaceAll('-', '')}`,
    transactionId: 'pi_unknown',
    state: 'lost',
    amountCents: 42_050,
    currency: 'usd',
    reason: 'fraudulent',
    feeCents: 1_500,
    isAnswered: false,
    openedAt: new Date(),
  });
  return id;
}

/** An event of the card processor that could not be processed. */
export async function failedEvent({ services: { db } }: Market): Promise<string> {
  const id = newId();
  const time = new Date();
  await db.insert(processorEvents).values({
    id,
    eventId: `evt_${id.replaceAll('-', '')}`,
    type: 'refund.updated',
    objectId: 're_1',
    transactionId: 'pi_unknown',
    happenedAt: time,
    receivedAt: time,
    nextAttemptAt: time,
    attempts: 12,
    failedAt: time,
    lastError: 'No answer',
  });
  return id;
}

/** A job that has failed in every attempt, and has nothing to do if it is run again. */
export async function failedJob({ services: { db } }: Market): Promise<string> {
  const id = newId();
  await db.execute(sql`
    insert into pgboss.job (id, name, data, state, retry_count, completed_on, output)
    values (${id}, 'privacy-remove-files', '{"files":[]}', 'failed', 10, now(), '{"message":"No answer"}')`);
  return id;
}

/** A mail that could not be sent. */
export async function failedMail({ services: { db } }: Market): Promise<string> {
  const id = newId();
  const time = new Date();
  await db.insert(mails).values({
    id,
    kind: 'money-returned',
    recipient: 'nobody@example.com',
    subject: 'Your money',
    body: 'Is on its way.',
    queuedAt: time,
    nextAttemptAt: time,
    failedAt: time,
  });
  return id;
}

/** A notification on somebody's page. */
export async function notificationOf(
  { services: { db, notify } }: Market,
  { id }: TestPerson,
): Promise<string> {
  const causeId = newId();
  await db.transaction((tx) => notify(tx, causeId, [{ kind: 'guesses', personId: id, data: undefined }]));
  const own = and(eq(notifications.causeId, causeId), eq(notifications.channel, 'page'));
  const [row] = await db.select().from(notifications).where(own);
  if (row === undefined) throw new Error('no row of the page');
  return row.id;
}

export const unsubscribeToken = ({ services: { unsubscribeLinks } }: Market, { id }: TestPerson): string =>
  unsubscribeLinks.sign({ personId: id, kinds: ['booking-ended'] });

let accounts = 0;
export const newAccount = () => ({
  name: 'Mina',
  email: `account-${(accounts += 1)}@example.com`,
  password: 'Str0ngPass',
});

/** A white pixel as PNG. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

export function pictureForm(): FormData {
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png');
  return form;
}
