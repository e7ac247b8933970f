/** The configuration: the settings of `settings.ts`, checked against each other. The only reader of the environment. */
import { resolve } from 'node:path';

import { type DealDuration, dealDurations, type DealTerms, type PayoutMethod } from '#contract/deal-terms.ts';
import { dayMs, minuteMs } from '#contract/durations.ts';
import type { SiteConfig } from '#contract/site.ts';

import { references } from './setting-kinds.ts';
import { type Given, setProblems, stripeNames } from './check-sets.ts';
import { Settings } from './settings.ts';

export interface Config {
  readonly mode: 'demo' | 'live';
  readonly isDevelopment: boolean;
  readonly port: number;
  /** The addresses to listen on. */
  readonly hosts: readonly string[];
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly admin: { readonly email: string; readonly password: string };
  readonly stripe: StripeConfig;
  readonly google: GoogleConfig;
  /** Undefined in demo: the stand-in's port is known once it listens. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly s3: S3Config | undefined;
  readonly redisUrl: string | undefined;
  readonly holdMinutes: number;
  /** How long each step of a deal may take, and the seller's fee. */
  readonly deals: DealTerms;
  /** How sellers are paid: by the processor's transfers, or by hand from the bank. */
  readonly payouts: PayoutMethod;
  /** How long events are stored. */
  readonly eventDays: number;
  readonly withheldPictureDays: number;
  readonly privacy: PrivacyTerms;
  /** The operator of this marketplace, for its imprint, terms and privacy page. */
  readonly operator: SiteConfig['operator'];
  readonly rateLimitFactor: number;
  /** Signs sessions and tokens; if undefined, one is created once and stored in the database. */
  readonly authSecret: string | undefined;
  /** The longest life of a session, in days, however much it is used. */
  readonly sessionMaxDays: number;
  /** How much memory cached pages and lists may take; 0 turns the cache off. */
  readonly pageCacheBytes: number;
  /** How long a search may take, including its wait for a connection. */
  readonly searchLimitMs: number;
  readonly logLevel: string;
  /** The proxies whose `X-Forwarded-*` headers are trusted: addresses or ranges, comma-separated. */
  readonly trustedProxies: string;
}

/** How long data about people is stored. */
export interface PrivacyTerms {
  /** The age of the oldest backup of the database, in days. */
  readonly backupDays: number;
  /** For how many days people can undo the deletion of their account; then it is erased. */
  readonly eraseDays: number;
}

interface DatabaseConfig {
  /** Undefined: the embedded PostgreSQL. */
  readonly url: string | undefined;
  readonly directUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly usesPrepared: boolean;
}

interface StripeConfig {
  readonly isSandbox: boolean;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Of the endpoint for sellers' accounts; undefined if none is set up. */
  readonly connectWebhookSecret: string | undefined;
}

export interface GoogleConfig {
  readonly isSandbox: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly discoveryUrl: string;
}

interface S3Config {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** The demo’s people, with the passwords that its login page publishes. */
export const demoAccounts = [
  { label: 'Seller', email: 'seller@example.com', password: 'Seller1234' },
  { label: 'Buyer', email: 'buyer@example.com', password: 'Buyer1234' },
  { label: 'Admin', email: 'admin@example.com', password: 'Admin1234' },
] as const;

/** The environment is incomplete or contradictory; the message lists all problems at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(`Ringback cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 *
 * @throws ConfigError that names every missing or wrong setting
 */
export function loadConfig(env: Environment = process.env): Config {
  const given = withoutEmpty(env);
  const { data, error } = Settings.safeParse(given);
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...(given.MODE === 'live' ? liveProblems(given) : demoProblems(given)),
    ...setProblems(given),
  ];
  if (data === undefined || problems.length > 0) throw new ConfigError(problems);
  return configOf(data);
}

/** An empty variable counts as unset: an empty line in an environment file means that. */
const withoutEmpty = (env: Environment): Given =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

function liveProblems(given: Given): string[] {
  const problems = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const missing = references.get(schema)?.missing;
    if (missing === undefined || given[name] !== undefined) return [];
    if (name === 'DATABASE_URL' && given.ALLOW_EMBEDDED_DATABASE === '1') return [];
    return [`${name} is missing: ${missing}`];
  });
  if (demoAccounts.some(({ password }) => password === given.ADMIN_PASSWORD)) {
    problems.push('ADMIN_PASSWORD is one that the demo has published: choose another');
  }
  if (Number(given.RATE_LIMIT_FACTOR) === 0) {
    problems.push('RATE_LIMIT_FACTOR=0 turns the rate limits off, which only the demo may');
  }
  return problems;
}

/**
 * Real keys would take real money for phones that do not exist; an incomplete set would mix a real service with its
 * stand-in.
 */
function demoProblems(given: Given): string[] {
  const realKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'].flatMap((name) =>
    /^[a-z]+_live_/.test(given[name] ?? '')
      ? [`${name} is a key for real money, which only MODE=live takes: use one of Stripe’s test keys`]
      : [],
  );
  const halfSets = [stripeNames, googleNames].flatMap((names) => {
    const present = names.filter((name) => given[name] !== undefined);
    const missing = names.filter((name) => given[name] === undefined);
    const isHalf = present.length > 0 && missing.length > 0;
    return isHalf ? [`${present.join(', ')} given without ${missing.join(', ')}`] : [];
  });
  return [...realKeys, ...halfSets];
}

const googleNames = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;

function configOf(settings: Settings): Config {
  const { MODE: mode, PORT: port } = settings;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const stripe = stripeConfig(settings);
  return {
    mode,
    isDevelopment: settings.RINGBACK_DEV,
    port,
    hosts: hostsOf(settings),
    publicUrl,
    dataDir: resolve(settings.DATA_DIR),
    database: {
      url: settings.DATABASE_URL,
      directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
      replicaUrl: settings.DATABASE_REPLICA_URL,
      usesPrepared: settings.DATABASE_PREPARE,
    },
    admin: {
      email: (settings.ADMIN_EMAIL ?? 'admin@example.com').toLowerCase(),
      password: settings.ADMIN_PASSWORD ?? 'Admin1234',
    },
    stripe,
    google: googleConfig(settings, publicUrl),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Ringback <no-reply@${new URL(publicUrl).hostname}>`,
    s3: s3Config(settings),
    redisUrl: settings.REDIS_URL,
    holdMinutes: settings.BOOKING_HOLD_MINUTES,
    deals: dealTerms(settings),
    // An installation from before payouts existed has no such endpoint, and continues to pay by hand.
    payouts: settings.PAYOUTS ?? (stripe.connectWebhookSecret === undefined ? 'manual' : 'stripe'),
    eventDays: settings.EVENT_DAYS,
    withheldPictureDays: settings.WITHHELD_PICTURE_DAYS,
    privacy: { backupDays: settings.BACKUP_DAYS, eraseDays: settings.ACCOUNT_ERASE_DAYS },
    operator: {
      name: settings.OPERATOR_NAME ?? 'Nobody: this is a demonstration',
      address: settings.OPERATOR_ADDRESS ?? 'No postal address: nothing is sold here',
      email: settings.OPERATOR_EMAIL ?? 'help@example.com',
    },
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    authSecret: settings.AUTH_SECRET,
    sessionMaxDays: settings.SESSION_MAX_DAYS,
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    searchLimitMs: settings.SEARCH_TIMEOUT_MS,
    logLevel: settings.LOG_LEVEL,
    trustedProxies: settings.TRUST_PROXY,
  };
}

/** Everybody knows the demo’s passwords, so it listens on this machine only, on both addresses of `localhost`. */
function hostsOf({ HOST, MODE }: Settings): readonly string[] {
  const host = HOST ?? (MODE === 'demo' ? 'localhost' : '0.0.0.0');
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

function dealTerms(settings: Settings): DealTerms {
  const minutes = Object.entries(dealDurations).map(([name, { setting, unit }]) => [
    name,
    settings[setting] * unit,
  ]);
  return {
    // Object.fromEntries loses the names of the keys.
    minutes: Object.fromEntries(minutes) as Record<DealDuration, number>,
    reminders: settings.ORDER_REMINDER_DAYS.map((days) => (days * dayMs) / minuteMs),
    fee: {
      percent: settings.SELLER_FEE_PERCENT,
      fixedCents: settings.SELLER_FEE_FIXED_CENTS,
      vatPercent: settings.SELLER_FEE_VAT_PERCENT,
    },
  };
}

function stripeConfig(settings: Settings): StripeConfig {
  const isSandbox = stripeNames.some((name) => settings[name] === undefined);
  return {
    isSandbox,
    secretKey: settings.STRIPE_SECRET_KEY ?? 'sk_test_ringback_sandbox',
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_ringback_sandbox',
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? 'whsec_ringback_sandbox',
    connectWebhookSecret:
      settings.STRIPE_CONNECT_WEBHOOK_SECRET ?? (isSandbox ? 'whsec_ringback_connect_sandbox' : undefined),
  };
}

function googleConfig(settings: Settings, publicUrl: string): GoogleConfig {
  const isSandbox = googleNames.some((name) => settings[name] === undefined);
  const preset = isSandbox
    ? `${publicUrl}/sandbox/google/.well-known/openid-configuration`
    : 'https://accounts.google.com/.well-known/openid-configuration';
  return {
    isSandbox,
    clientId: settings.GOOGLE_CLIENT_ID ?? 'ringback-demo',
    clientSecret: settings.GOOGLE_CLIENT_SECRET ?? 'ringback-demo-secret',
    discoveryUrl: settings.GOOGLE_DISCOVERY_URL ?? preset,
  };
}

function s3Config(settings: Settings): S3Config | undefined {
  const bucket = settings.S3_BUCKET;
  if (bucket === undefined) return undefined;
  return {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket,
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
  };
}
