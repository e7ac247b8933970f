/** Loads two servers in turn and measures the rate of each, round by round. */
import autocannon from 'autocannon';

import type { Options } from './options.ts';

/** One server under load. */
export interface Side {
  /** The load of a round, except for `duration` and `amount`. */
  readonly load: autocannon.Options;
  /** The number of requests in a round; absent: as many as fit into its time. */
  readonly amount?: number;
  /** Restores the data before every round. */
  readonly prepare?: () => Promise<void>;
}

export interface Compared {
  /** The rate of each round, in requests a second. */
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}

export const connections = 10;

/** Runs both sides in turn, so that other work of the machine affects both. */
export async function compare(ours: Side, baseline: Side, options: Options): Promise<Compared> {
  const { rounds, roundSeconds, warmUpSeconds } = options;
  for (const side of [ours, baseline]) await runRound(side, warmUpSeconds);
  const rates = { ours: new Array<number>(), baseline: new Array<number>() };
  for (let round = 0; round < rounds; round += 1) {
    const order = [
      [ours, rates.ours],
      [baseline, rates.baseline],
    ] as const;
    // The state of the machine may change, so each side is second every other time.
    const turn = round % 2 === 0 ? order : order.toReversed();
    for (const [side, results] of turn) results.push(await runRound(side, roundSeconds));
  }
  return rates;
}

/** The rates of one server, if there is none to compare it with. */
export async function measureRates(side: Side, options: Options): Promise<number[]> {
  const { rounds, roundSeconds, warmUpSeconds } = options;
  await runRound(side, warmUpSeconds);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push(await runRound(side, roundSeconds));
  return rates;
}

/** The rate of one round, in requests a second; every answer must be a 2xx. */
async function runRound({ load, amount, prepare }: Side, seconds: number): Promise<number> {
  await prepare?.();
  const span = amount === undefined ? { duration: seconds } : { amount };
  let answers = 0;
  let lastAt = 0;
  const startedAt = performance.now();
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    // `sampleInt`: how soon the end of the round is detected, in milliseconds.
    const run = autocannon(
      { connections, sampleInt: 20, ...load, ...span },
      (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result);
      },
    );
    run.on('response', () => {
      answers += 1;
      lastAt = performance.now();
    });
  });
  if (non2xx + errors > 0 || answers === 0) {
    throw new Error(`${load.url}: ${non2xx} of ${answers} answers were no 2xx, ${errors} requests failed`);
  }
  return answers / ((lastAt - startedAt) / 1000);
}
