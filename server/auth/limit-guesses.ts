/**
 * Limits attempts at passwords and codes. Guesses are slowed down by network and by account. A browser in which the
 * person has signed in before has its own count, so that guesses from elsewhere cannot lock the owner out (OWASP: "Slow
 * down online guessing attacks with device cookies").
 */
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import type { RecognisedBrowser } from './recognise-browser.ts';
import { resetTries, scaled, type Slowdown, takeTry } from './slow-down.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** The limit from one network, or in one browser, against one account: slower from the fifth attempt. */
const perClientLimit: Slowdown = {
  free: 4,
  firstWaitMs: 1000,
  longestWaitMs: 5 * minuteMs,
  forgottenAfterMs: hourMs,
};

/**
 * The limit against one account from everywhere except its owner's browsers: at most about 90 attempts an hour in the
 * long run.
 */
const perAccountLimit: Slowdown = {
  free: 20,
  firstWaitMs: 1000,
  longestWaitMs: 40_000,
  forgottenAfterMs: hourMs,
};

/**
 * The limit for second factors, from everywhere: an attacker at this step knows the password. At most about 12 attempts
 * an hour.
 */
const secondFactorLimit: Slowdown = {
  free: 10,
  firstWaitMs: 1000,
  longestWaitMs: 5 * minuteMs,
  forgottenAfterMs: hourMs,
};

/** At most one warning a day. */
const warnings: Slowdown = {
  free: 1,
  firstWaitMs: dayMs,
  longestWaitMs: dayMs,
  forgottenAfterMs: dayMs,
};

/** After this many attempts the owner is warned. */
const triesBeforeWarning = 10;

/** What is guessed. Each is counted separately, so that a right password does not reset the attempts at a code. */
export type GuessTarget = 'sign-in' | 'second-factor';

const accountLimits = {
  'sign-in': perAccountLimit,
  'second-factor': secondFactorLimit,
} as const satisfies Record<GuessTarget, Slowdown>;

export interface Guess {
  readonly about: GuessTarget;
  readonly email: string;
  /** The network that the guess comes from, as the rate limits name it. */
  readonly client: string;
  readonly browser: RecognisedBrowser;
}

export interface GuessLimits {
  readonly db: Database;
  readonly now: Date;
  /** `RATE_LIMIT_FACTOR`; 0 removes the waits. */
  readonly factor: number;
}

export interface GuessGrant {
  /** 0 if the password may be tried now. */
  readonly waitMs: number;
  /** How long the next attempt has to wait if this one is wrong. */
  readonly nextWaitMs: number;
  /** Whether the owner must be warned of the attempts. */
  readonly mustWarn: boolean;
}

/** Counts one attempt at an account's password or code. Unknown addresses are counted like known ones. */
export async function takeGuess({ db, now, factor }: GuessLimits, guess: Guess): Promise<GuessGrant> {
  const { source, account, warning } = keysOf(guess);
  const take = (key: string, limit: Slowdown) => takeTry(db, key, limit, now);
  const bySource = await take(source, scaled(perClientLimit, factor));
  const byAccount =
    account === undefined || bySource.waitMs > 0
      ? { waitMs: 0, nextWaitMs: 0, count: 0 }
      : await take(account, scaled(accountLimits[guess.about], factor));
  const isMany = Math.max(bySource.count, byAccount.count) >= triesBeforeWarning;
  return {
    waitMs: Math.max(bySource.waitMs, byAccount.waitMs),
    nextWaitMs: Math.max(bySource.nextWaitMs, byAccount.nextWaitMs),
    mustWarn: isMany && (await take(warning, warnings)).waitMs === 0,
  };
}

/** The password or code was right: the count starts again. */
export function resetGuesses(db: Database, guess: Guess): Promise<void> {
  const { source, account } = keysOf(guess);
  return resetTries(db, account === undefined ? [source] : [source, account]);
}

/**
 * The keys of the counts. Attempts in a browser that the owner has used do not count towards the limit of the account.
 */
function keysOf({ about, browser, client, ...guess }: Guess) {
  const email = guess.email.trim().toLowerCase();
  const warning = about === 'sign-in' ? `warning ${email}` : `warning ${about} ${email}`;
  return browser.isKnown
    ? { source: `${about} ${email} browser ${browser.hash}`, account: undefined, warning }
    : { source: `${about} ${email} network ${client}`, account: `${about} ${email}`, warning };
}
