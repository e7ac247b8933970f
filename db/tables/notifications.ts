import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { Channel } from '#contract/notification-kind.ts';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

/** Notifications: a row for each channel. Removed after some months, and with the person. */
export const notifications = pgTable(
  'notifications',
  {
    id: id().primaryKey(),
    /** Its cause: the id of a domain event, or of the job that wrote it. */
    causeId: id('cause_id').notNull(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id),
    channel: text('channel').$type<Channel>().notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    linkLabel: text('link_label'),
    linkPath: text('link_path'),
    /** For a row of the page: when the person marked it as read. */
    readAt: moment('read_at'),
    /** For a mail: when it was queued; null while it waits for the hour to end. */
    mailedAt: moment('mailed_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.causeId, table.personId, table.channel),
    index('notifications_of_person')
      .on(table.personId, table.id.desc().nullsFirst())
      .where(sql`channel = 'page'`),
    index('notifications_unread')
      .on(table.personId)
      .where(sql`channel = 'page' and read_at is null`),
    index('notifications_waiting')
      .on(table.personId)
      .where(sql`channel = 'mail' and mailed_at is null`),
    index('notifications_by_age').on(table.createdAt),
  ],
);

/** Notifications that a person does not want: a row for each kind and channel that they turned off. */
export const notificationOptOuts = pgTable(
  'notification_opt_outs',
  {
    personId: id('person_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind, table.channel] })],
);

/** When a person may next get mail of chatty kinds. */
export const notificationMailHours = pgTable('notification_mail_hours', {
  personId: id('person_id')
    .primaryKey()
    .references(() => users.id),
  nextAt: moment('next_at').notNull(),
});
