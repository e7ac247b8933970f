import { resolve } from 'node:path';
import { expect, test } from 'vitest';

import { addressWarnings } from './check-sets.ts';
import { ConfigError, loadConfig } from './config.ts';

const live = {
  MODE: 'live',
  PUBLIC_URL: 'https://phones.example.com',
  DATABASE_URL: 'postgres://db/ringback',
  ADMIN_EMAIL: 'Boss@Example.com',
  ADMIN_PASSWORD: 'Boss12345',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  OPERATOR_NAME: 'Ringback Ltd',
  OPERATOR_ADDRESS: '1 Bell Street, London',
  OPERATOR_EMAIL: 'help@phones.example.com',
};

/** The problems that `loadConfig` reports, one line each. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^ *- /, ''));
  }
  return [];
}

test('without any variable it is the demo, with stand-ins for every service', () => {
  expect(loadConfig({})).toMatchObject({
    mode: 'demo',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    database: { url: undefined, directUrl: undefined, replicaUrl: undefined, usesPrepared: true },
    admin: { email: 'admin@example.com', password: 'Admin1234' },
    stripe: { isSandbox: true },
    google: {
      isSandbox: true,
      discoveryUrl: 'http://localhost:3000/sandbox/google/.well-known/openid-configuration',
    },
    smtpUrl: undefined,
    s3: undefined,
    redisUrl: undefined,
    holdMinutes: 1440,
    rateLimitFactor: 1,
  });
});

test('live with everything it needs uses the real services', () => {
  const config = loadConfig(live);
  expect(config).toMatchObject({
    mode: 'live',
    publicUrl: 'https://phones.example.com',
    admin: { email: 'boss@example.com', password: 'Boss12345' },
    stripe: {
      isSandbox: false,
      secretKey: 'sk_live_x',
      publishableKey: 'pk_live_x',
      webhookSecret: 'whsec_x',
    },
    google: {
      isSandbox: false,
      discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    },
    smtpUrl: live.SMTP_URL,
    operator: { name: 'Ringback Ltd', address: '1 Bell Street, London', email: 'help@phones.example.com' },
  });
});

test.each([
  ['http://localhost:3000', /names this machine only/],
  ['http://127.0.0.1', /names this machine only/],
  ['http://phones.example.com', /is not encrypted/],
])('the start in live mode warns about the address %s', (address, warning) => {
  expect(addressWarnings(address)).toEqual([expect.stringMatching(warning)]);
});

test('an encrypted address that others can reach needs no warning', () => {
  expect(addressWarnings('https://phones.example.com')).toEqual([]);
  expect(addressWarnings('https://localhost.example.com')).toEqual([]);
});

test('live without anything refuses and names everything that is missing at once', () => {
  const problems = problemsOf({ MODE: 'live' });
  // Without PUBLIC_URL it is this machine's own address, which is sufficient without a proxy.
  const { MODE: _mode, PUBLIC_URL: _publicUrl, ...needed } = live;
  for (const name of Object.keys(needed)) {
    expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${name} is missing: .+`)));
  }
  expect(problems).toHaveLength(Object.keys(needed).length);
});

test.each(Object.keys(live).filter((name) => name !== 'MODE' && name !== 'PUBLIC_URL'))(
  'live without %s refuses',
  (name) => {
    expect(problemsOf({ ...live, [name]: ' ' })).toEqual([expect.stringMatching(`^${name} is missing`)]);
  },
);

test.each([
  ['PORT', 'http', 'PORT is a number of at least 0, not "http"'],
  ['PORT', '-1', 'PORT is a number of at least 0, not "-1"'],
  ['PORT', '3000.5', 'PORT is a whole number of at most 65535, not "3000.5"'],
  ['PORT', '70000', 'PORT is a whole number of at most 65535, not "70000"'],
  ['MODE', 'production', 'MODE is "demo" or "live", not "production"'],
  ['PUBLIC_URL', 'phones.example.com', /^PUBLIC_URL is an address without a path, such as/],
  ['PUBLIC_URL', 'ftp://phones.example.com', /^PUBLIC_URL is an address without a path/],
  ['PUBLIC_URL', 'https://example.com/phones', /^PUBLIC_URL is an address without a path/],
  ['PUBLIC_URL', 'https://phones.example.com?a=b', /^PUBLIC_URL is an address without a path/],
  ['PUBLIC_URL', 'https://user:pw@phones.example.com', /^PUBLIC_URL is an address without a path/],
  ['GOOGLE_DISCOVERY_URL', 'nowhere', /^GOOGLE_DISCOVERY_URL is an address such as/],
  ['BOOKING_HOLD_MINUTES', '0', 'BOOKING_HOLD_MINUTES is more than 0'],
  ['BOOKING_HOLD_MINUTES', 'a day', 'BOOKING_HOLD_MINUTES is a number of at least 0, not "a day"'],
  ['RATE_LIMIT_FACTOR', '-1', 'RATE_LIMIT_FACTOR is a number of at least 0, not "-1"'],
  [
    'STRIPE_SECRET_KEY',
    'sk_test_x',
    'STRIPE_SECRET_KEY given without STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET',
  ],
  ['GOOGLE_CLIENT_ID', 'id', 'GOOGLE_CLIENT_ID given without GOOGLE_CLIENT_SECRET'],
  ['S3_BUCKET', 'phones', 'S3_BUCKET is given without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  ['S3_ACCESS_KEY_ID', 'key', /^S3_BUCKET is missing: .* although S3_ACCESS_KEY_ID is given$/],
])('%s=%s is refused', (name, value, problem) => {
  expect(problemsOf({ [name]: value })).toEqual([
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  ]);
});

test.each([
  ['DATABASE_URL', 'garbage'],
  ['DATABASE_URL', 'mysql://user@db/ringback'],
  ['DATABASE_URL', 'postgres://user:pass#word@db:5432/ringback'],
  ['DATABASE_DIRECT_URL', 'db:5432'],
  ['DATABASE_REPLICA_URL', 'garbage'],
  ['REDIS_URL', 'http://redis:6379'],
  ['REDIS_URL', 'garbage'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp:///mail.example.com'],
  ['REDIS_URL', 'redis://:6379'],
  ['S3_ENDPOINT', 'garbage'],
  ['TRUST_PROXY', 'garbage'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['TRUST_PROXY', 'loopback,,10.0.0.5'],
  ['AUTH_SECRET', 'changeme'],
  ['ADMIN_EMAIL', 'boss'],
  ['OPERATOR_EMAIL', 'help at example.com'],
  ['MAIL_FROM', 'Ringback'],
  ['STRIPE_SECRET_KEY', 'pk_live_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_x'],
  ['STRIPE_WEBHOOK_SECRET', 'we_123'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'we_123'],
  ['DATABASE_PREPARE', 'false'],
  ['S3_FORCE_PATH_STYLE', 'true'],
  ['ALLOW_EMBEDDED_DATABASE', 'yes'],
  ['BOOKING_HOLD_MINUTES', '1e15'],
  ['ORDER_TRIAL_HOURS', '1e15'],
  ['ORDER_HAND_OVER_DAYS', '0'],
  ['ORDER_REMINDER_DAYS', '3,7,7'],
  ['ORDER_REMINDER_DAYS', '3,,7.5'],
  ['ORDER_REMINDER_DAYS', 'three'],
])('live refuses %s=%s and names the setting', (name, value) => {
  expect(problemsOf({ ...live, [name]: value })).toEqual([expect.stringContaining(name)]);
});

test.each([
  ['DATABASE_URL', 'postgresql://user@db/ringback?sslmode=require'],
  ['DATABASE_URL', 'postgres://user:pass%23word@[::1]:5432/ringback'],
  ['DATABASE_URL', 'postgres://user@/ringback?host=/run/postgresql'],
  ['DATABASE_URL', 'postgres:///ringback?host=/run/postgresql&user=ringback'],
  ['REDIS_URL', 'rediss://:secret@redis.example.com:6380/1'],
  ['SMTP_URL', 'smtp://127.0.0.1:1025'],
  ['S3_ENDPOINT', 'http://127.0.0.1:9000/'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1'],
  ['MAIL_FROM', 'hello@example.com'],
  ['MAIL_FROM', '"Ringback, phones" <hello@example.com>'],
  ['STRIPE_SECRET_KEY', 'rk_live_x'],
])('live takes %s=%s', (name, value) => {
  expect(problemsOf({ ...live, [name]: value })).toEqual([]);
});

test('a message about a wrong value does not repeat what may be a secret', () => {
  const secrets = {
    DATABASE_URL: 'postgres://user:hunter#2@db/ringback',
    REDIS_URL: 'http://:hunter2@redis',
    SMTP_URL: 'user:hunter2@mail.example.com',
    AUTH_SECRET: 'hunter2',
    STRIPE_SECRET_KEY: 'hunter2',
    STRIPE_PUBLISHABLE_KEY: 'sk_live_hunter2',
    STRIPE_WEBHOOK_SECRET: 'hunter2',
  };
  const problems = problemsOf({ ...live, ...secrets });
  expect(problems).toHaveLength(Object.keys(secrets).length);
  expect(problems.join('\n')).not.toContain('hunter');
});

test('live takes the embedded database only when it is told so', () => {
  const { DATABASE_URL: _databaseUrl, ...embedded } = live;
  expect(problemsOf(embedded)).toEqual([
    expect.stringMatching(/^DATABASE_URL is missing: .*ALLOW_EMBEDDED_DATABASE=1$/),
  ]);
  expect(problemsOf({ ...embedded, ALLOW_EMBEDDED_DATABASE: '0' })).toHaveLength(1);
  expect(loadConfig({ ...embedded, ALLOW_EMBEDDED_DATABASE: '1' }).database.url).toBeUndefined();
});

test.each(['Admin1234', 'Seller1234', 'Buyer1234'])(
  'live refuses the demo’s password %s for its admin',
  (password) => {
    expect(problemsOf({ ...live, ADMIN_PASSWORD: password })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD .*published/),
    ]);
  },
);

test.each(['sk_live_', 'rk_live_'])('the demo refuses keys for real money, such as %s…', (prefix) => {
  const stripe = {
    STRIPE_SECRET_KEY: `${prefix}x`,
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  expect(problemsOf(stripe)).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY .*only MODE=live/),
    expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY .*only MODE=live/),
  ]);
  const ofTests = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
  expect(loadConfig(ofTests).stripe.isSandbox).toBe(false);
});

test('the demo listens on this machine’s own addresses unless it is told otherwise', () => {
  expect(loadConfig({}).hosts).toEqual(['127.0.0.1', '::1']);
  expect(loadConfig({ HOST: 'localhost' }).hosts).toEqual(['127.0.0.1', '::1']);
  expect(loadConfig({ HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0']);
  expect(loadConfig(live).hosts).toEqual(['0.0.0.0']);
});

test('all problems are reported at once', () => {
  const wrong = {
    PORT: 'x',
    PUBLIC_URL: 'x',
    BOOKING_HOLD_MINUTES: 'x',
    RATE_LIMIT_FACTOR: 'x',
    S3_BUCKET: 'x',
  };
  expect(problemsOf(wrong)).toHaveLength(5);
});

test('only the demo may turn the rate limits off', () => {
  expect(loadConfig({ RATE_LIMIT_FACTOR: '0' }).rateLimitFactor).toBe(0);
  expect(problemsOf({ ...live, RATE_LIMIT_FACTOR: '0' })).toEqual([
    expect.stringContaining('which only the demo may'),
  ]);
});

test('an empty variable is an unset one', () => {
  expect(loadConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '', SMTP_URL: '' })).toEqual(loadConfig({}));
});

test('the direct database is the database unless it is named', () => {
  const url = 'postgres://pooler/ringback';
  expect(loadConfig({ DATABASE_URL: url }).database).toMatchObject({ url, directUrl: url });
  const direct = { DATABASE_URL: url, DATABASE_DIRECT_URL: 'postgres://db/ringback', DATABASE_PREPARE: '0' };
  expect(loadConfig(direct).database).toMatchObject({
    url,
    directUrl: 'postgres://db/ringback',
    usesPrepared: false,
  });
});

test('the public address has no slash at its end', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://phones.example.com//' }).publicUrl).toBe(
    'https://phones.example.com',
  );
});

test.each([
  [{}, 'manual'],
  [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_c' }, 'stripe'],
  [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_c', PAYOUTS: 'manual' }, 'manual'],
])('with %o sellers are paid by %s', (more, payouts) => {
  expect(loadConfig({ ...live, ...more })).toMatchObject({ payouts });
});

test('a way of paying sellers that is unknown, or lacks its endpoint, is refused', () => {
  expect(problemsOf({ ...live, PAYOUTS: 'cash' })).toEqual(['PAYOUTS is "stripe" or "manual", not "cash"']);
  expect(problemsOf({ ...live, PAYOUTS: 'stripe' })).toEqual([
    expect.stringContaining('STRIPE_CONNECT_WEBHOOK_SECRET is missing'),
  ]);
});
