/**
 * Limits attempts at passwords and codes. Guesses are slowed down by network and by account. A browser in which the
 * person has signed in before has its own count, so that guesses from elsewhere cannot lock the owner out (OWASP: "Slow
 * down online guessing attacks with device cookies").
 */
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts';
import type { RecognisedBrowser } from './recognise-browser.ts';
import { forgetTries, scaled, type Slowdown, takeTry } from './slow-down.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** The limit from one network, or in one browser, against one account: slower from the fifth attempt. */
const fromOnePlace: Slowdown = {
  free: 4,
  firstWaitMs: 1000,
  longestWaitMs: 5 * minuteMs,
  forgottenAfterMs: hourMs,
};

/**
 * The limit against one account from everywhere except its owner's browsers: at most about 90 attempts an hour in the
 * long run.
 */
const fromEverywhere: Slowdown = {
  free: 20,
  firstWaitMs: 1000,
  longestWaitMs: 40_000,
  forgottenAfterMs: hourMs,
};

/**
 * The limit for second factors, from everywhere: an attacker at this step knows the password. At most about 12 attempts
 * an hour.
 */
const atSecondFactor: Slowdown = {
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
export type GuessedThing = 'sign-in' | 'second-factor';

const limitsEverywhere = {
  'sign-in': fromEverywhere,
  'second-factor': atSecondFactor,
} as const satisfies Record<GuessedThing, Slowdown>;

export interface Guess {
  readonly about: GuessedThing;
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
  const { place, everywhere, warning } = keysOf(guess);
  const take = (key: string, limit: Slowdown) => takeTry(db, key, limit, now);
  const here = await take(place, scaled(fromOnePlace, factor));
  const all =
    everywhere === undefined || here.waitMs > 0
      ? { waitMs: 0, nextWaitMs: 0, count: 0 }
      : await take(everywhere, scaled(limitsEverywhere[guess.about], factor));
  const isMany = Math.max(here.count, all.count) >= triesBeforeWarning;
  return {
    waitMs: Math.max(here.waitMs, all.waitMs),
    nextWaitMs: Math.max(here.nextWaitMs, all.nextWaitMs),
    mustWarn: isMany && (await take(warning, warnings)).waitMs === 0,
  };
}

/** The password or code was right: the count starts again. */
export function forgetGuesses(db: Database, guess: Guess): Promise<void> {
  const { place, everywhere } = keysOf(guess);
  return forgetTries(db, everywhere === undefined ? [place] : [place, everywhere]);
}

/**
 * The keys of the counts. Attempts in a browser that the owner has used do not count towards the limit from everywhere.
 */
function keysOf({ about, browser, client, ...guess }: Guess) {
  const email = guess.email.trim().toLowerCase();
  const warning = about === 'sign-in' ? `warning ${email}` : `warning ${about} ${email}`;
  return browser.isKnown
    ? { place: `${about} ${email} browser ${browser.hash}`, everywhere: undefined, warning }
    : { place: `${about} ${email} network ${client}`, everywhere: `${about} ${email}`, warning };
}
