/** The only reader of the environment. */
import { resolve } from 'node:path';

import type { DealTerms, PayoutMethod } from '#contract/deal-terms.ts';
import type { SiteConfig } from '#contract/site.ts';

import { readDealTerms } from './config-deals.ts';
import { readOperator } from './config-operator.ts';
import { readPayouts } from './config-payouts.ts';
import { type PrivacyTerms, readPrivacy } from './config-privacy.ts';

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
  /** Undefined in demo: the stand-in's address is known once it listens. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly s3: S3Config | undefined;
  readonly redisUrl: string | undefined;
  readonly holdMinutes: number;
  /** How long each step of a deal may take, and what a sale costs its seller. */
  readonly deals: DealTerms;
  /** How sellers are paid: by the processor's transfers, or by hand from the bank. */
  readonly payouts: PayoutMethod;
  readonly withheldPictureDays: number;
  /** How long what is stored about people stays. */
  readonly privacy: PrivacyTerms;
  /** Who runs this marketplace, as its imprint, terms and privacy page name them. */
  readonly operator: SiteConfig['operator'];
  readonly rateLimitFactor: number;
  /** Signs sessions and tokens; undefined means one that is made once and kept in the database. */
  readonly authSecret: string | undefined;
  /** How much memory pages and lists that everybody gets alike may take; 0 keeps none. */
  readonly pageCacheBytes: number;
  readonly logLevel: string;
  /** Whose `X-Forwarded-*` headers are believed: addresses or ranges, comma-separated. */
  readonly trustedProxies: string;
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
  /** Of the endpoint for sellers' accounts; undefined where none is set up. */
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

/** The environment does not make a working product; the message lists everything that is wrong at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(`Ringback cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const liveKeys = [
  ['DATABASE_URL', 'the database. To use the embedded one all the same, set ALLOW_EMBEDDED_DATABASE=1'],
  ['ADMIN_EMAIL', 'the first admin’s e-mail address'],
  ['ADMIN_PASSWORD', 'the first admin’s password'],
  ['STRIPE_SECRET_KEY', 'Stripe’s secret key'],
  ['STRIPE_PUBLISHABLE_KEY', 'Stripe’s publishable key'],
  ['STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook at /api/webhooks/stripe'],
  ['GOOGLE_CLIENT_ID', 'the client id of Google sign-in'],
  ['GOOGLE_CLIENT_SECRET', 'the client secret of Google sign-in'],
  ['SMTP_URL', 'where mail goes out, such as smtps://user:password@mail.example.com'],
  ['OPERATOR_NAME', 'the person or company that runs this marketplace'],
  ['OPERATOR_ADDRESS', 'the operator’s postal address, as the imprint shows it'],
  ['OPERATOR_EMAIL', 'the address at which people reach the operator'],
] as const;

/**
 * Reads the configuration.
 *
 * @throws ConfigError naming every missing or wrong variable at once
 */
export function loadConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const mode = readMode(env, problems);
  const port = readPort(env, problems);
  const publicUrl = readUrl(env, 'PUBLIC_URL', `http://localhost:${port}`, problems);
  if (mode === 'live') checkLive(env, problems);
  if (mode === 'demo') checkDemo(env, problems);
  const stripe = stripeConfig(env, problems);
  const config: Config = {
    mode,
    isDevelopment: env.RINGBACK_DEV === '1',
    port,
    hosts: readHosts(env, mode),
    publicUrl,
    dataDir: resolve(valueOf(env, 'DATA_DIR') ?? 'data'),
    database: databaseConfig(env),
    admin: {
      email: (valueOf(env, 'ADMIN_EMAIL') ?? 'admin@example.com').toLowerCase(),
      password: valueOf(env, 'ADMIN_PASSWORD') ?? 'Admin1234',
    },
    stripe,
    google: googleConfig(env, publicUrl, problems),
    smtpUrl: valueOf(env, 'SMTP_URL'),
    mailFrom: valueOf(env, 'MAIL_FROM') ?? `Ringback <no-reply@${new URL(publicUrl).hostname}>`,
    s3: s3Config(env, problems),
    redisUrl: valueOf(env, 'REDIS_URL'),
    holdMinutes: readNumber(env, 'BOOKING_HOLD_MINUTES', 1440, 0, problems),
    deals: readDealTerms((name, preset, least) => readNumber(env, name, preset, least, problems), problems),
    payouts: readPayouts(valueOf(env, 'PAYOUTS'), stripe, problems),
    withheldPictureDays: readNumber(env, 'WITHHELD_PICTURE_DAYS', 30, 0, problems),
    privacy: readPrivacy((name, preset, least) => readNumber(env, name, preset, least, problems)),
    operator: readOperator((name) => valueOf(env, name)),
    rateLimitFactor: readNumber(env, 'RATE_LIMIT_FACTOR', 1, 0, problems),
    authSecret: valueOf(env, 'AUTH_SECRET'),
    pageCacheBytes: readNumber(env, 'PAGE_CACHE_MB', 16, 0, problems) * 1024 * 1024,
    logLevel: valueOf(env, 'LOG_LEVEL') ?? 'info',
    trustedProxies: valueOf(env, 'TRUST_PROXY') ?? 'loopback',
  };
  if (mode === 'live' && config.rateLimitFactor === 0) {
    problems.push('RATE_LIMIT_FACTOR=0 turns the rate limits off, which only the demo may');
  }
  if (config.holdMinutes === 0) problems.push('BOOKING_HOLD_MINUTES must be more than 0');
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** An empty variable is an unset one: that is what an empty line in an environment file means. */
const valueOf = (env: Environment, name: string): string | undefined => env[name]?.trim() || undefined;

function readMode(env: Environment, problems: string[]): 'demo' | 'live' {
  const mode = valueOf(env, 'MODE') ?? 'demo';
  if (mode === 'demo' || mode === 'live') return mode;
  problems.push(`MODE is "demo" or "live", not "${mode}"`);
  return 'demo';
}

function checkLive(env: Environment, problems: string[]): void {
  const allowsEmbedded = valueOf(env, 'ALLOW_EMBEDDED_DATABASE') === '1';
  for (const [name, meaning] of liveKeys) {
    if (name === 'DATABASE_URL' && allowsEmbedded) continue;
    if (valueOf(env, name) === undefined) problems.push(`${name} is missing: ${meaning}`);
  }
  if (demoAccounts.some(({ password }) => password === valueOf(env, 'ADMIN_PASSWORD'))) {
    problems.push('ADMIN_PASSWORD is one that the demo has published: choose another');
  }
}

/** With real keys the demo's phones, which nobody has, would take real money. */
function checkDemo(env: Environment, problems: string[]): void {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']) {
    if (/^[a-z]+_live_/.test(valueOf(env, name) ?? '')) {
      problems.push(
        `${name} is a key for real money, which only MODE=live takes: use one of Stripe’s test keys`,
      );
    }
  }
}

/** Everybody knows the demo’s passwords, so only this machine reaches it, under both addresses of `localhost`. */
function readHosts(env: Environment, mode: Config['mode']): readonly string[] {
  const host = valueOf(env, 'HOST') ?? (mode === 'demo' ? 'localhost' : '0.0.0.0');
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

function readPort(env: Environment, problems: string[]): number {
  const preset = 3000;
  const port = readNumber(env, 'PORT', preset, 0, problems);
  if (Number.isInteger(port) && port <= 65_535) return port;
  problems.push(`PORT is a whole number of at most 65535, not "${port}"`);
  return preset;
}

function readNumber(
  env: Environment,
  name: string,
  preset: number,
  least: number,
  problems: string[],
): number {
  const text = valueOf(env, name);
  if (text === undefined) return preset;
  const value = Number(text);
  if (Number.isFinite(value) && value >= least) return value;
  problems.push(`${name} is a number of at least ${least}, not "${text}"`);
  return preset;
}

function readUrl(env: Environment, name: string, preset: string, problems: string[]): string {
  const text = valueOf(env, name) ?? preset;
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  problems.push(`${name} is an address such as https://phones.example.com, not "${text}"`);
  return preset;
}

function databaseConfig(env: Environment): DatabaseConfig {
  const url = valueOf(env, 'DATABASE_URL');
  return {
    url,
    directUrl: valueOf(env, 'DATABASE_DIRECT_URL') ?? url,
    replicaUrl: valueOf(env, 'DATABASE_REPLICA_URL'),
    usesPrepared: valueOf(env, 'DATABASE_PREPARE') !== '0',
  };
}

/** Either all of a service's variables are given, or none: half a set would mix the real one with the stand-in. */
function allOrNone(env: Environment, names: readonly string[], problems: string[]): boolean {
  const given = names.filter((name) => valueOf(env, name) !== undefined);
  const missing = names.filter((name) => !given.includes(name));
  if (given.length > 0 && missing.length > 0 && valueOf(env, 'MODE') !== 'live') {
    problems.push(`${given.join(', ')} given without ${missing.join(', ')}`);
  }
  return given.length === names.length;
}

function stripeConfig(env: Environment, problems: string[]): StripeConfig {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const isReal = allOrNone(env, names, problems);
  return {
    isSandbox: !isReal,
    secretKey: valueOf(env, 'STRIPE_SECRET_KEY') ?? 'sk_test_ringback_sandbox',
    publishableKey: valueOf(env, 'STRIPE_PUBLISHABLE_KEY') ?? 'pk_test_ringback_sandbox',
    webhookSecret: valueOf(env, 'STRIPE_WEBHOOK_SECRET') ?? 'whsec_ringback_sandbox',
    connectWebhookSecret:
      valueOf(env, 'STRIPE_CONNECT_WEBHOOK_SECRET') ??
      (isReal ? undefined : 'whsec_ringback_connect_sandbox'),
  };
}

function googleConfig(env: Environment, publicUrl: string, problems: string[]): GoogleConfig {
  const isReal = allOrNone(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], problems);
  const preset = isReal
    ? 'https://accounts.google.com/.well-known/openid-configuration'
    : `${publicUrl}/sandbox/google/.well-known/openid-configuration`;
  return {
    isSandbox: !isReal,
    clientId: valueOf(env, 'GOOGLE_CLIENT_ID') ?? 'ringback-demo',
    clientSecret: valueOf(env, 'GOOGLE_CLIENT_SECRET') ?? 'ringback-demo-secret',
    discoveryUrl: readUrl(env, 'GOOGLE_DISCOVERY_URL', preset, problems),
  };
}

function s3Config(env: Environment, problems: string[]): S3Config | undefined {
  const bucket = valueOf(env, 'S3_BUCKET');
  if (bucket === undefined) return undefined;
  const accessKeyId = valueOf(env, 'S3_ACCESS_KEY_ID');
  const secretAccessKey = valueOf(env, 'S3_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push('S3_BUCKET is given without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  return {
    endpoint: valueOf(env, 'S3_ENDPOINT'),
    region: valueOf(env, 'S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    forcePathStyle: valueOf(env, 'S3_FORCE_PATH_STYLE') === '1',
  };
}
