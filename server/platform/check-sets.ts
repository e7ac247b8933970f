/** Checks settings against each other. */

/** The variables that have a value. */
export type Given = Readonly<Record<string, string>>;

export const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** The keys to the bucket of `S3_BUCKET`. */
const s3Keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Other addresses of the database of `DATABASE_URL`. */
const furtherDatabases = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;

/** What is wrong with settings that belong together, in both modes. */
export function setProblems(given: Given): string[] {
  const problems: string[] = [];
  const keys = s3Keys.filter((name) => given[name] !== undefined);
  if (given.S3_BUCKET !== undefined && keys.length < s3Keys.length) {
    problems.push('S3_BUCKET is given without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  if (given.S3_BUCKET === undefined && keys.length > 0) {
    problems.push(
      `S3_BUCKET is missing: pictures would be stored in DATA_DIR, although ${keys.join(' and ')} ${keys.length === 1 ? 'is' : 'are'} given`,
    );
  }
  for (const name of furtherDatabases) {
    if (given[name] === undefined || given.DATABASE_URL !== undefined) continue;
    problems.push(
      `${name} is given without DATABASE_URL: it is another address of the same database, not of the embedded one`,
    );
  }
  const [secretMode, publishableMode] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(
    (key = '') => /^[a-z]+_(live|test)_/.exec(key)?.[1],
  );
  if (secretMode !== undefined && publishableMode !== undefined && secretMode !== publishableMode) {
    problems.push(
      `STRIPE_SECRET_KEY is a ${secretMode} key and STRIPE_PUBLISHABLE_KEY a ${publishableMode} key: take both of the same mode`,
    );
  }
  const isStandIn = stripeNames.some((name) => given[name] === undefined);
  if (given.PAYOUTS === 'stripe' && given.STRIPE_CONNECT_WEBHOOK_SECRET === undefined && !isStandIn) {
    problems.push(
      'STRIPE_CONNECT_WEBHOOK_SECRET is missing: the signing secret of the webhook at /api/webhooks/stripe/connect, which PAYOUTS=stripe needs',
    );
  }
  return problems;
}

/** What the operator of a live installation should know about its `PUBLIC_URL`, which is accepted. */
export function addressWarnings(publicUrl: string): string[] {
  const { hostname, protocol } = new URL(publicUrl);
  if (/^(?:localhost$|127\.)/.test(hostname))
    return [
      'PUBLIC_URL names this machine only: links in mails and the way back from Google lead nowhere else.',
    ];
  if (protocol === 'http:')
    return [
      'PUBLIC_URL is not encrypted: others in the network can read passwords. Use an address with https.',
    ];
  return [];
}
