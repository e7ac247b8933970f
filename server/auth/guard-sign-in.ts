/** Guards sign-ins: slows down guesses, and notifies the owner of a new browser. */
import type { FastifyRequest } from 'fastify';

import { formatMoment } from '#contract/dates.ts';
import { authErrors } from '#contract/auth.ts';
import { describeBrowser, shortenAddress } from './describe-place.ts';
import { accountMailQueue, returnQueue } from './jobs.ts';
import { type Guess, type GuessTarget, resetGuesses, takeGuess } from './limit-guesses.ts';
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

/** Permission to try one password or code. */
export interface GrantedGuess {
  /**
   * Runs `check`, which throws if the password or code is wrong. If the next attempt has to wait, the failure says how
   * long. A right one resets the count.
   */
  attempt<Result>(check: () => Promise<Result>): Promise<Result>;
  /** Records a right password or code that was checked elsewhere. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt at the password of the account with this address.
 *
 * @throws Failure auth.too-many-guesses, with the seconds to wait
 */
export async function grantGuess(
  { db, jobs, clock, rateLimitFactor }: SignInDependencies,
  request: FastifyRequest,
  email: string,
  about: GuessTarget = 'sign-in',
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
  const succeed = () => resetGuesses(db, guess);
  const attempt = async <Result>(check: () => Promise<Result>): Promise<Result> => {
    const result = await check().catch((error: unknown) => {
      throw nextWaitMs > 0 && error instanceof Failure ? withWait(error, nextWaitMs) : error;
    });
    await succeed();
    return result;
  };
  return { attempt, succeed };
}

/** The failure, with the time to wait added to its message and its field errors. */
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
} as const satisfies Record<GuessTarget, string>;

/** The time to wait, for the message and for the header. */
function waitFor(waitMs: number, about: GuessTarget) {
  const { seconds, words } = secondsOf(waitMs);
  const orElse = about === 'sign-in' ? ', or set a new password by mail' : '';
  return { retryAfterSeconds: seconds, detail: `Too many tries. Please wait ${words}${orElse}.` };
}

/**
 * Stores the browser in which a session began, and notifies the person if the browser is new.
 *
 * @returns the cookie that identifies it
 */
export async function completeSignIn(
  { db, jobs, clock, publicUrl }: SignInDependencies,
  request: FastifyRequest,
  { id }: TokenHolder,
): Promise<string> {
  const email = (await repository.findEmail(db, id)) ?? '';
  const browser = await recogniseBrowser(db, request.headers.cookie, email);
  await cancelDeletion({ db, jobs, clock }, id);
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
  // A new account is asked to confirm its address; a sign-in with Google has confirmed it.
  if (request.routeOptions.url?.endsWith('/sign-up/email') === true)
    await jobs.enqueue(db, accountMailQueue, { id: newId(), about: 'confirm-address', email });
  return browserCookie(browser, publicUrl.startsWith('https:'));
}

/** Undoes the deletion that the person has begun, if any. */
async function cancelDeletion(
  { db, jobs, clock }: Pick<SignInDependencies, 'db' | 'jobs' | 'clock'>,
  id: string,
) {
  await db.transaction(async (tx) => {
    if (await clearLeaving(tx, id, clock.now()))
      await jobs.enqueue(tx, returnQueue, { id: newId(), personId: id });
  });
}
