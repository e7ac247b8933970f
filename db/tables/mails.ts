import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';

/** Mail on its way, and mail that could not be sent. What has been sent is removed. */
export const mails = pgTable(
  'mails',
  {
    id: id().primaryKey(),
    /** A kind of `contract/notification-kinds.ts`. */
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Null, or without what opens its link, once a mail with a secret has failed. */
    body: text('body'),
    html: text('html'),
    /** Where mail programs turn such mail off with one click (RFC 8058); null for mail that nobody can turn off. */
    unsubscribeUrl: text('unsubscribe_url'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** From here the hours count until it is given up. */
    queuedAt: moment('queued_at').notNull(),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** When it was given up; null while it is tried. */
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
