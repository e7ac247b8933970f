/** The cost of accounts: signing in, and identifying the caller of each call. */
import type autocannon from 'autocannon';

import { hashPassword } from '#server/auth/hash-password.ts';
import { signedInStatement } from '#server/auth/find-signed-in.ts';
import { countText, type Market } from './market.ts';
import { compare, connections, measureRates } from './measure.ts';
import type { Options } from './options.ts';
import { signIn } from './people.ts';
import type { Program } from './program.ts';
import type { Row } from './table.ts';

const accountCount = 200;
const password = 'Str0ngPass';

/** Sign-ins a second by ten connections, each with another account in turn; a session is stored for each. */
export async function measureSignIns(market: Market, ours: Program, options: Options): Promise<Row[]> {
  const emails = await givePasswords(market);
  let next = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    next += 1;
    const body = JSON.stringify({ email: emails[next % emails.length], password });
    return { ...request, headers: { 'content-type': 'application/json' }, body };
  };
  const load = {
    url: `${ours.address}/api/auth/sign-in/email`,
    requests: [{ method: 'POST', setupRequest }] as autocannon.Request[],
  };
  return [
    {
      work: `sign-ins among ${countText(market)}, argon2id with 19 MiB, two passes, one lane`,
      ours: await measureRates({ load }, options),
      bound: { kind: 'least', of: 40 },
      unit: 'sign-ins/s',
    },
  ];
}

/** Gives some people a password. The same hash for all: verifying it takes as long. */
async function givePasswords({ pool }: Market): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select id, email from users where user_type = 'Buyer' and role = 'user' order by id limit $1`,
    [accountCount],
  );
  await pool.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), id, id::text, 'credential', $2 from unnest($1::uuid[]) as id`,
    [rows.map(({ id }) => id), await hashPassword(password)],
  );
  return rows.map(({ email }) => email);
}

/**
 * The cost of checking a call's session: the statement that reads the caller, with and without the session, as a share
 * of the time that the list takes. Public calls read no caller; another row has the same list with a token.
 */
export async function measureSessionCheck(market: Market, ours: Program, options: Options): Promise<Row[]> {
  const [person] = await signIn(market, 'Buyer', 1);
  if (person === undefined) throw new Error('There is nobody to sign in');
  const url = `${ours.address}/api/products?id=${market.categoryId}`;
  const headers = { authorization: `Bearer ${person.token}` };
  const lists = await compare({ load: { url, headers } }, { load: { url } }, options);
  const { rows } = await market.pool.query<{ id: string }>('select id from sessions where user_id = $1', [
    person.id,
  ]);
  const values = [person.id, rows[0]?.id, false];
  const shares: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const without = await rateOf(market, { name: 'person', text: personAlone, values }, options);
    const within = await rateOf(market, { name: 'signed_in', text: signedInStatement, values }, options);
    const listRate = lists.baseline[round] ?? Number.NaN;
    shares.push(100 * listRate * (1 / within - 1 / without));
  }
  return [
    {
      work: 'the check of the session in a call, of the time of the list that is not cached',
      ours: shares,
      bound: { kind: 'most', of: 5 },
      unit: '%',
    },
    { work: 'that list asked by somebody signed in, beside a stranger', ...lists, unit: 'requests/s' },
  ];
}

/** The person without their session. */
const personAlone = withoutSession(signedInStatement);

function withoutSession(statement: string): string {
  const alone = statement
    .replace(/\n *join sessions[^\n]*/, '')
    .replace('s.authenticated_at', 'now()')
    .replace('s.expires_at > now()', '$2::uuid is not null');
  // Otherwise the statement would be compared with itself.
  if (/\bsessions\b|\bs\./.test(alone)) throw new Error(`This statement still reads a session: ${alone}`);
  return alone;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements a second by as many connections as other rows use. */
async function rateOf(
  { pool }: Market,
  { values, ...statement }: Statement,
  { roundSeconds }: Options,
): Promise<number> {
  let answers = 0;
  const startedAt = performance.now();
  const askOn = async (): Promise<void> => {
    while (performance.now() - startedAt < roundSeconds * 1000) {
      const { rowCount } = await pool.query({ ...statement, values: [...values] });
      if (rowCount !== 1) throw new Error(`${statement.name} read ${rowCount} people`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  return answers / ((performance.now() - startedAt) / 1000);
}
