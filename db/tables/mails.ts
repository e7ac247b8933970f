import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';

/** Queued mail, and mail that could not be sent. Sent mail is removed. */
export const mails = pgTable(
  'mails',
  {
    id: id().primaryKey(),
    /** One of the kinds in `contract/notification-kinds.ts`. */
    kind: text('kind').notNull(),
    /** Whose mail it is, whichever of their addresses it goes to; null in mail from before this column. */
    personId: id('person_id'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Null, or without the tokens of its links, once a mail with a secret has failed. */
    body: text('body'),
    html: text('html'),
    /**
     * The URL by which mail programs turn such mail off with one click (RFC 8058); null for mail that nobody can turn
     * off.
     */
    unsubscribeUrl: text('unsubscribe_url'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** The beginning of the time after which it is given up. */
    queuedAt: moment('queued_at').notNull(),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** When it was given up; null while it is retried. */
    failedAt: moment('failed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`failed_at is null`),
    index('mails_failed')
      .on(table.id.desc().nullsFirst())
      .where(sql`failed_at is not null`),
  ],
);
