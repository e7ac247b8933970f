/**
 * Every setting of the environment: a schema that parses it, its messages about wrong values, and its reference, from
 * which `npm run check -- --write` writes docs/configuration.md.
 */
import * as z from 'zod/mini';

import { dealDurations, defaultFee, payoutMethods, reminderMinutes } from '#contract/deal-terms.ts';
import { dayMs, minuteMs } from '#contract/durations.ts';
import {
  address,
  choice,
  databaseAddress,
  days,
  flag,
  mailbox,
  number,
  origin,
  prefixed,
  proxies,
  secret,
  sender,
  serviceAddress,
  setting,
  text,
} from './setting-kinds.ts';

const moreThanZero = (value: number): string | undefined => (value > 0 ? undefined : 'is more than 0');

const atMostThreeDecimals = (value: number): string | undefined =>
  Number(value.toFixed(3)) === value ? undefined : 'has at most three decimals';

type DurationSetting = (typeof dealDurations)[keyof typeof dealDurations]['setting'];

/** The durations of deals, in the unit at the end of each name. With 0, most of them would leave nobody time to act. */
const durations = Object.fromEntries(
  Object.values(dealDurations).map(({ setting: name, unit, minutes, means }) => [
    name,
    number(minutes / unit, `${means}; more than 0`, moreThanZero),
  ]),
  // The type of `Object.fromEntries` loses the names of the table.
) as Record<DurationSetting, ReturnType<typeof number>>;

const site = {
  MODE: setting(z._default(choice(['demo', 'live']), 'demo'), {
    means:
      '`demo`: stand-ins for services that are not configured, demo data in an empty database, a mark "Demo: no real money" on every page. `live`: real services only; see below',
  }),
  PORT: number(3000, 'the port to listen on; 0 takes a free one', (value) =>
    Number.isInteger(value) && value <= 65_535
      ? undefined
      : `is a whole number of at most 65535, not "${value}"`,
  ),
  HOST: text({
    preset: 'demo: `localhost`, live: `0.0.0.0`',
    means:
      'the address to listen on. `localhost` means 127.0.0.1 and ::1, so that nobody else can reach a demo, whose passwords are public; `0.0.0.0` opens it to others. In live mode, use `127.0.0.1` behind a proxy on the same machine',
  }),
  PUBLIC_URL: origin({
    preset: '`http://localhost:$PORT`',
    means:
      'the URL that people open, without a path. Links in mails, the redirect from Google, cookies and origin checks depend on it. `https:` turns on secure cookies and HSTS',
  }),
  TRUST_PROXY: proxies('loopback', {
    means:
      'which proxies are trusted to set a visitor’s address in `X-Forwarded-For`: addresses and networks, comma-separated (`loopback`, `10.0.0.0/8`)',
  }),
  DATA_DIR: setting(z._default(z.string(), 'data'), {
    preset: '`data` in the folder where it is started',
    means: 'the embedded database, and pictures unless S3 stores them',
  }),
  LOG_LEVEL: setting(
    z._default(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    {
      means: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    },
  ),
  AUTH_SECRET: secret(16, {
    preset: 'generated at the first start and stored in the database',
    means:
      'at least 16 characters, better 32 random ones (`openssl rand -base64 32`); signs sessions and access tokens, and encrypts the hand-over codes of open orders, the secrets of authenticator apps and bank details. **Set it on a live site**: else whoever gets a copy of the database has the key, too. Changing it signs everybody out, and apps, recovery codes and bank details have to be set up anew: see [running live](running-live.md#changing-the-secret) first',
  }),
  ADMIN_EMAIL: mailbox({
    preset: '`admin@example.com`',
    missing: 'the first admin’s e-mail address',
    means:
      'the first admin, created if there is none. An existing account with that address becomes the admin and keeps its password if the address is confirmed; if it is not, the server refuses to start, because anybody could have registered it. Ignored once there is an admin',
  }),
  ADMIN_PASSWORD: text({
    preset: '`Admin1234`',
    missing: 'the first admin’s password',
    means:
      'the first admin’s password, which follows the rules for all new ones. Live mode refuses those that the demo has published',
  }),
  SESSION_MAX_DAYS: number(
    90,
    'after so many days everybody signs in again, however much they use the site; at least 1. Without use a session ends after 30 days',
    (value) => (value >= 1 ? undefined : 'is at least 1'),
  ),
  BOOKING_HOLD_MINUTES: number(
    1440,
    'how long an unpaid booking reserves a phone; more than 0. Without a confirmed e-mail address it is at most 120',
    moreThanZero,
  ),
  ACCOUNT_ERASE_DAYS: number(
    14,
    'for so many days people can take the deletion of their account back by logging in; after that it is erased. An account that an admin deletes cannot come back, and is erased after as many days',
  ),
  BACKUP_DAYS: number(
    30,
    'how old your oldest backup of the database gets, in days; the page *What we know about you* says so',
  ),
  EVENT_DAYS: number(
    180,
    'how long events, which only follow-up jobs read, are stored; at least 30. The histories of orders, listings and money are not affected',
    (value) => (value >= 30 ? undefined : 'is at least 30'),
  ),
  WITHHELD_PICTURE_DAYS: number(
    30,
    'how long pictures that were used only by removed phones or people are stored for disputes; those of a phone in an open order stay at least until it has ended. Only admins and the parties of a paid order can access them',
  ),
  RATE_LIMIT_FACTOR: number(
    1,
    'multiplies every rate limit, the unpaid phones a buyer may hold (10, without a confirmed e-mail address 3) and the 200 phones a seller may list a day. `0` turns all of them off, as well as the shorter hold without a confirmed address and the waiting time of an hour before the same phone can be held again; live mode refuses it',
  ),
  PAYOUTS: setting(z.optional(choice(payoutMethods)), {
    preset: '`stripe` where `STRIPE_CONNECT_WEBHOOK_SECRET` is set or the stand-in is used, else `manual`',
    means:
      'how sellers get their money: by transfers of Stripe Connect, or by hand from your bank ([running live](running-live.md#3-paying-sellers))',
  }),
  SELLER_FEE_PERCENT: number(
    defaultFee.percent,
    'what a sale costs its seller, in per cent of the price (at most three decimals); what the seller gets is rounded half up. An order keeps the fee that it was paid under',
    (value) => (value > 100 ? 'is at most 100' : atMostThreeDecimals(value)),
  ),
  SELLER_FEE_FIXED_CENTS: number(
    defaultFee.fixedCents,
    'the part of the fee that does not depend on the price, in cents',
    (value) => (Number.isInteger(value) ? undefined : 'is a whole number of cents'),
  ),
  SELLER_FEE_VAT_PERCENT: number(
    defaultFee.vatPercent,
    'the value-added tax that the fee contains, shown on the seller’s receipt',
    atMostThreeDecimals,
  ),
  ...durations,
  ORDER_REMINDER_DAYS: days(
    reminderMinutes.map((minutes) => (minutes * minuteMs) / dayMs),
    'on which days after the payment both sides are reminded of the hand-over. A reminder that is not before `ORDER_HAND_OVER_DAYS` is not sent',
  ),
  PAGE_CACHE_MB: number(
    16,
    'memory for cached public pages and lists in each process ([caching](caching.md)). `0` turns the cache off',
  ),
  SEARCH_TIMEOUT_MS: number(
    1000,
    'how long a search may take, its wait for a connection included. What takes longer is ended and answered 503',
    (value) => (value >= 100 ? undefined : 'is at least 100'),
  ),
};

const database = {
  DATABASE_URL: databaseAddress({
    preset: 'demo: an embedded PostgreSQL in `DATA_DIR`; live: none',
    missing: 'the database. To use the embedded one all the same, set ALLOW_EMBEDDED_DATABASE=1',
    means: 'any PostgreSQL from version 15, as `postgres://user:password@host:5432/name`',
  }),
  ALLOW_EMBEDDED_DATABASE: flag(
    false,
    '`1` lets live use the embedded PostgreSQL: for a trial on one machine with one process, without the monitoring, backups and failover that a real one has',
  ),
  DATABASE_DIRECT_URL: databaseAddress({
    preset: '`DATABASE_URL`',
    means:
      'the same database without a transaction pooler in between: for migrations, the job queue and its notifications, and cache invalidation',
  }),
  DATABASE_REPLICA_URL: databaseAddress({
    preset: '`DATABASE_URL`',
    means:
      'a replica for categories, category lists, phones and phones like them, public pages of people, search, cities, advertisements and the site map, which may lag slightly behind',
  }),
  DATABASE_PREPARE: flag(
    true,
    '`0` turns named prepared statements off, for a transaction pooler that does not support them',
  ),
};

const standIn = 'the stand-in’s';
const operator = 'words that say that this is a demonstration';

const services = {
  STRIPE_SECRET_KEY: prefixed(['sk_', 'rk_'], {
    preset: standIn,
    missing: 'Stripe’s secret key',
    means:
      'Stripe’s secret key; this, the publishable key and the webhook secret are given together or not at all',
  }),
  STRIPE_PUBLISHABLE_KEY: prefixed(['pk_'], {
    preset: standIn,
    missing: 'Stripe’s publishable key',
    means: 'Stripe’s publishable key',
  }),
  STRIPE_WEBHOOK_SECRET: prefixed(['whsec_'], {
    preset: standIn,
    missing: 'the signing secret of the webhook at /api/webhooks/stripe',
    means: 'the signing secret of the webhook at `/api/webhooks/stripe`',
  }),
  STRIPE_CONNECT_WEBHOOK_SECRET: prefixed(['whsec_'], {
    preset: 'the stand-in’s; none with real keys',
    means:
      'the signing secret of the second webhook, for events of sellers’ accounts. `PAYOUTS=stripe` needs it',
  }),
  GOOGLE_CLIENT_ID: text({
    preset: standIn,
    missing: 'the client id of Google sign-in',
    means: 'the client id of Google sign-in; with the secret or not at all',
  }),
  GOOGLE_CLIENT_SECRET: text({
    preset: standIn,
    missing: 'the client secret of Google sign-in',
    means: 'the client secret of Google sign-in',
  }),
  GOOGLE_DISCOVERY_URL: address({
    preset: 'Google’s own where the client is set, else the stand-in’s',
    means: 'the OpenID discovery document',
  }),
  SMTP_URL: serviceAddress(['smtp://', 'smtps://'], 'smtps://user:password@mail.example.com', {
    preset: standIn,
    missing: 'where mail goes out, such as smtps://user:password@mail.example.com',
    means:
      '`smtp://` or `smtps://`, with user and password if the server requires them; a password is sent only over an encrypted connection, unless the address ends with `?requireTLS=false`',
  }),
  MAIL_FROM: sender({
    preset: '`Ringback <no-reply@…>` with the host of `PUBLIC_URL`',
    means: 'the sender of mail',
  }),
  OPERATOR_NAME: text({
    preset: operator,
    missing: 'the person or company that runs this marketplace',
    means: 'who runs the marketplace: the imprint, the contact page and the privacy page name them',
  }),
  OPERATOR_ADDRESS: text({
    preset: operator,
    missing: 'the operator’s postal address, as the imprint shows it',
    means: 'the operator’s postal address, as the imprint shows it',
  }),
  OPERATOR_EMAIL: mailbox({
    preset: '`help@example.com`',
    missing: 'the address at which people reach the operator',
    means:
      'the address at which people reach the operator; `/.well-known/security.txt` names it for reports of vulnerabilities',
  }),
  REDIS_URL: serviceAddress(['redis://', 'rediss://'], 'redis://:password@host:6379', {
    preset: 'none',
    means:
      '`redis://` or `rediss://`; shares rate limits between processes and stores nothing else. While it is unavailable, each process counts separately, and one line in the log says so',
  }),
  S3_BUCKET: text({
    preset: 'none: pictures are in `DATA_DIR/images`',
    means: 'stores pictures in this bucket',
  }),
  S3_ACCESS_KEY_ID: text({ preset: 'none', means: 'required with `S3_BUCKET`' }),
  S3_SECRET_ACCESS_KEY: text({ preset: 'none', means: 'required with `S3_BUCKET`' }),
  S3_REGION: setting(z._default(z.string(), 'us-east-1'), { means: 'the bucket’s region' }),
  S3_ENDPOINT: address({ preset: 'Amazon’s', means: 'the address of another server with the S3 protocol' }),
  S3_FORCE_PATH_STYLE: flag(
    false,
    '`1` for servers that require `host/bucket/name`, which most except Amazon’s do',
  ),
};

const development = {
  RINGBACK_DEV: flag(
    false,
    '`1`, set by `npm run dev`: pages come from Vite instead of the build, and carry no Content-Security-Policy',
  ),
};

/** All settings, by the sections of the reference. */
export const sections = {
  'The site': site,
  Database: database,
  Services: services,
  Development: development,
};

export const Settings = z.object({ ...site, ...database, ...services, ...development });
export type Settings = z.infer<typeof Settings>;
