/** Sessions, ways to sign in and one-time tokens, with the identity library's field names; then our own tables. */
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

const owner = () =>
  id('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: id().primaryKey(),
    userId: owner(),
    token: text('token').notNull(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The person's version when the sign-in began. */
    accessVersion: integer('access_version').notNull().default(0),
    /** After the first step of a sign-in that needs a second one. Until that is done, the session gives no access. */
    awaitsFactor: boolean('awaits_factor').notNull().default(false),
    /** When the person last authenticated, at sign-in or later in the session. */
    authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('sessions_token_key').on(table.token), index('sessions_by_user').on(table.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: id().primaryKey(),
    userId: owner(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_provider_key').on(table.providerId, table.accountId),
    index('accounts_by_user').on(table.userId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: id().primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_by_identifier').on(table.identifier)],
);

/**
 * Links in our mails, each for one use. Only a hash of the token is stored, so that a reader of the table cannot use
 * them.
 */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: id().primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: owner(),
    kind: text('kind', {
      enum: ['confirm-address', 'new-password', 'change-address', 'undo-change', 'not-me', 'step-up-code'],
    }).notNull(),
    /** The address that the link is about: to be confirmed, changed to, or restored. */
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was used or made void. */
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('mail_links_token_key').on(table.tokenHash),
    index('mail_links_by_user').on(table.userId),
    index('mail_links_by_email').on(table.email),
  ],
);

/** The authenticator app of a person, which makes time-based codes. */
export const totpFactors = pgTable('totp_factors', {
  userId: owner().primaryKey(),
  /** Encrypted with a key that is not in the database. */
  secretSealed: text('secret_sealed').notNull(),
  /** When one of its codes was first given; before that it is not used. */
  confirmedAt: moment('confirmed_at'),
  /** The newest time step whose code was used. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Codes for people who have lost their second factor, each for one sign-in; hashed like passwords. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id().primaryKey(),
    userId: owner(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('recovery_codes_code_key').on(table.userId, table.codeHash)],
);

/** The public parts of passkeys; the private ones never leave the devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id().primaryKey(),
    userId: owner(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** The device's count of uses; 0 for one that does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_by_user').on(table.userId),
  ],
);

/** Challenges that were answered, kept until they expire: each can be used once. */
export const usedChallenges = pgTable('used_challenges', {
  challenge: text('challenge').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

/** Browsers in which a person has signed in before, by the hash of a cookie stored in each of them. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: owner(),
    browserHash: text('browser_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.browserHash] })],
);

/** Counts of attempts that get slower each time: at a password, or to send a mail. */
export const tries = pgTable(
  'tries',
  {
    key: text('key').primaryKey(),
    granted: integer('granted').notNull(),
    refused: integer('refused').notNull().default(0),
    lastAt: moment('last_at').notNull(),
    waitsUntil: moment('waits_until').notNull(),
  },
  (table) => [index('tries_by_last').on(table.lastAt)],
);
