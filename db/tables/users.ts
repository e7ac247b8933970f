import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { shownTable } from './shown-table.ts';

/** People. The row of a removed person remains while orders refer to it; their address is free again. */
export const users = shownTable(
  'users',
  {
    id: id().primaryKey(),
    name: text('name').notNull(),
    /** By which others may have mentioned them, so that an erasure finds these places. */
    formerNames: text('former_names')
      .array()
      .notNull()
      .default(sql`'{}'`),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    photoUrl: text('photo_url'),
    // What a person writes about themselves on their public page.
    city: text('city').notNull().default(''),
    about: text('about').notNull().default(''),
    /** Codes of the languages that they speak. */
    languages: text('languages')
      .array()
      .notNull()
      .default(sql`'{}'`),
    userType: text('user_type', { enum: ['Buyer', 'Seller'] })
      .notNull()
      .default('Buyer'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    /** Incremented when all earlier sessions become void. A session of a lower version gives no access. */
    accessVersion: integer('access_version').notNull().default(0),
    registeredAt: moment('registered_at'),
    verifiedAt: moment('verified_at'),
    /** Set while they are suspended; the table `suspensions` contains why and until when. */
    suspendedAt: moment('suspended_at'),
    removedAt: moment('removed_at'),
    /** When they requested the deletion of their account; signing in undoes it. */
    leavingAt: moment('leaving_at'),
    /** When they last undid a deletion. */
    cameBackAt: moment('came_back_at'),
    /** When the account is erased, or checked again. */
    eraseDueAt: moment('erase_due_at'),
    erasedAt: moment('erased_at'),
    /** The address before the removal, for the other side of paid orders. */
    removedEmail: text('removed_email'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    // Orders can also be found by the former address of removed people.
    index('users_by_removed_email')
      .on(table.removedEmail)
      .where(sql`removed_email is not null`),
    index('users_by_erasure')
      .on(table.eraseDueAt)
      .where(sql`erase_due_at is not null`),
    index('users_by_type')
      .on(table.userType, table.id.desc().nullsFirst())
      .where(sql`removed_at is null`),
    // Finds the person whose photo a picture is; used for each picture of a removed phone.
    index('users_by_photo_hash').on(sql`substring(photo_url from '/images/([0-9a-f]{64})[.-]')`),
    // A search reads it for every phone found, from the index alone.
    index('users_verified')
      .on(table.id)
      .where(sql`verified_at is not null`),
    check('users_email_is_lower', sql`email = lower(email)`),
  ],
);

/** Suspensions of people, including those that have ended. `users.suspended_at` is set while one is active. */
export const suspensions = pgTable(
  'suspensions',
  {
    id: id().primaryKey(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    startedAt: moment('started_at').notNull(),
    /** When it ends automatically; null if it lasts until it is lifted. */
    until: moment('until'),
    endedAt: moment('ended_at'),
    appeal: text('appeal'),
    appealedAt: moment('appealed_at'),
    answer: text('answer'),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    uniqueIndex('suspensions_one_at_a_time')
      .on(table.personId)
      .where(sql`ended_at is null`),
    index('suspensions_due')
      .on(table.until)
      .where(sql`ended_at is null and until is not null`),
  ],
);
