/** Around a sign-in: who guesses is slowed down, a browser that is new is told to the owner. */
import type { FastifyReply, FastifyRequest } from 'fastify';

import { formatMoment } from '#contract/dates.ts';
import { authErrors } from '#contract/auth.ts';
import type { Schema } from '#contract/endpoint.ts';
import { describeBrowser, shortenAddress } from './describe-place.ts';
import { accountMailQueue, returnQueue } from './jobs.ts';
import { forgetGuesses, type Guess, type GuessedThing, takeGuess } from './limit-guesses.ts';
import { browserCookie, recogniseBrowser } from './recognise-browser.ts';
import * as repository from './repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';
import { clientOf } from '#server/platform/http/http-rate-limit.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { clearLeaving } from '#server/users/service.ts';

const fail = failWith(authErrors);

export interface SignInDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly rateLimitFactor: number;
}

/** A password or code that may be tried now. */
export interface GrantedGuess {
  /**
   * Tries it with `check`, which throws what is wrong with it. Where the next try has to wait, the failure says how
   * long; after a right one nothing has to.
   */
  attempt<Result>(check: () => Promise<Result>): Promise<Result>;
  /** It was right, as somebody else found out. */
  succeed(): Promise<void>;
}

/**
 * Takes a try at the password of the account with this address.
 *
 * @throws Failure auth.too-many-guesses, with the seconds to wait
 */
export async function grantGuess(
  { db, jobs, clock, rateLimitFactor }: SignInDependencies,
  request: FastifyRequest,
  email: string,
  about: GuessedThing = 'sign-in',
): Promise<GrantedGuess> {
  const browser = await recogniseBrowser(db, request.headers.cookie, email);
  const guess: Guess = { about, email, client: clientOf(request), browser };
  const limits = { db, now: clock.now(), factor: rateLimitFactor };
  const { waitMs, nextWaitMs, mustWarn } = await takeGuess(limits, guess);
  if (mustWarn)
    await jobs.enqueue(db, accountMailQueue, {
      id: newId(),
      about: warningOf[about],
      email: email.toLowerCase(),
    });
  if (waitMs > 0) throw fail('auth.too-many-guesses', waitFor(waitMs, about));
  const succeed = () => forgetGuesses({ db }, guess);
  const attempt = async <Result>(check: () => Promise<Result>): Promise<Result> => {
    const result = await check().catch((error: unknown) => {
      throw nextWaitMs > 0 && error instanceof Failure ? withWait(error, nextWaitMs) : error;
    });
    await succeed();
    return result;
  };
  return { attempt, succeed };
}

/** A failure that also says when to try again, in its words and those beside the field. */
function withWait({ code, status, message, extras }: Failure, waitMs: number): Failure {
  const { seconds, words } = secondsOf(waitMs);
  const next = `The next try is possible in ${words}.`;
  return new Failure(code, status, `${message} ${next}`, {
    ...extras,
    retryAfterSeconds: seconds,
    ...(extras.errors && {
      errors: extras.errors.map(({ path, message: text }) => ({ path, message: `${text} ${next}` })),
    }),
  });
}

function secondsOf(waitMs: number): { readonly seconds: number; readonly words: string } {
  const seconds = Math.ceil(waitMs / 1000);
  return { seconds, words: seconds === 1 ? '1 second' : `${seconds} seconds` };
}

const warningOf = {
  'sign-in': 'guesses',
  'second-factor': 'second-factor-guesses',
} as const satisfies Record<GuessedThing, string>;

/** Says how long to wait, in words and in the header. */
function waitFor(waitMs: number, about: GuessedThing) {
  const { seconds, words } = secondsOf(waitMs);
  const orElse = about === 'sign-in' ? ', or set a new password by mail' : '';
  return { retryAfterSeconds: seconds, detail: `Too many tries. Please wait ${words}${orElse}.` };
}

type Handler<Deps extends SignInDependencies> = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  declared?: Schema,
) => Promise<unknown>;

/** Lets a sign-in through to `hand` only as often as guesses are granted. */
export const limitGuesses =
  <Deps extends SignInDependencies>(hand: Handler<Deps>): Handler<Deps> =>
  async (deps, request, reply, declared) => {
    const email = emailOf(request.body);
    // What names no account is no guess; the library refuses it in its own words.
    if (email === undefined) return hand(deps, request, reply, declared);
    const guess = await grantGuess(deps, request, email);
    const answered = await hand(deps, request, reply, declared);
    if (reply.statusCode === 200) await guess.succeed();
    return answered;
  };

/**
 * Remembers the browser in which a session began, and tells the person of one that is new.
 *
 * @returns the cookie by which it is recognised
 */
export async function welcome(
  { db, jobs, clock, publicUrl }: SignInDependencies,
  request: FastifyRequest,
  { id }: TokenHolder,
): Promise<string> {
  const email = (await repository.findEmail(db, id)) ?? '';
  const browser = await recogniseBrowser(db, request.headers.cookie, email);
  await comeBack({ db, jobs, clock }, id);
  const isNew = await repository.rememberBrowser(db, id, browser.hash);
  if (isNew) {
    await jobs.enqueue(db, accountMailQueue, {
      id: newId(),
      about: 'new-browser',
      email,
      browser: describeBrowser(request.headers['user-agent'] ?? null),
      network: shortenAddress(request.ip),
      time: formatMoment(clock.now().toISOString()),
    });
  }
  // A new account is asked to confirm its address; a sign-in with Google has that confirmed.
  if (request.routeOptions.url?.endsWith('/sign-up/email') === true)
    await jobs.enqueue(db, accountMailQueue, { id: newId(), about: 'confirm-address', email });
  return browserCookie(browser, publicUrl.startsWith('https:'));
}

/** Whoever signs in takes back the deletion that they have begun. */
async function comeBack({ db, jobs, clock }: Pick<SignInDependencies, 'db' | 'jobs' | 'clock'>, id: string) {
  await db.transaction(async (tx) => {
    if (await clearLeaving(tx, id, clock.now()))
      await jobs.enqueue(tx, returnQueue, { id: newId(), personId: id });
  });
}

/** The library takes the body as it came. */
function emailOf(body: unknown): string | undefined {
  try {
    const email: unknown = Reflect.get(Object(JSON.parse(String(body))), 'email');
    const isAddress =
      typeof email === 'string' && email.length <= 254 && /^[^\s\u0000]+@[^\s\u0000]+$/.test(email);
    return isAddress ? email : undefined;
  } catch {
    // No JSON: the library says so.
    return undefined;
  }
}
