// Random histories of a deal in which the process is killed in the middle of a step: after the restart nothing is half
// done, and in the end order, money and ledger agree.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { disagreements } from '#testing/agreement.ts';
import { beginning, callStep, groupsOf, openDeal, wantedHistories } from '#testing/deal-history.ts';
import { type KillMarket, openKillMarket } from '#testing/kill-market.ts';
import { newSides } from '#testing/order-requests.ts';

const polling = { timeout: 60_000, interval: 200 };

let market: KillMarket;
beforeAll(async () => {
  market = await openKillMarket();
}, 60_000);
afterAll(() => market.close());

/** Each history restarts the process and waits until the new one has finished the interrupted work. */
const historiesTimeout = 60_000 + wantedHistories.killed * 30_000;

/** A history; `killedIn` is the group of steps during which the process dies. */
const history = fc.record({
  reportedBy: beginning.map(({ reportedBy }) => reportedBy),
  // Two steps at least: when the process dies after the first answer, another one is in flight.
  groups: groupsOf(callStep, 5, 2),
  killedIn: fc.nat({ max: 4 }),
});

test(
  'a deal whose process is killed in the middle of a step goes on whole',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ reportedBy, groups, killedIn }) => {
        // New people, because many histories take longer than an access token is valid.
        const deal = await openDeal(market, await newSides(market), { card: 'pm_card_visa', reportedBy });
        for (const [place, group] of groups.entries()) {
          const steps = group.map((each) => deal.take(each).catch(withoutAnswer));
          if (place === killedIn % groups.length) await killAfterFirst(steps);
          const statuses = await Promise.all(steps);
          expect(statuses.filter((status) => status >= 500)).toEqual([]);
          expect(await disagreements(market.services, deal.productId, false)).toEqual([]);
        }
        await vi.waitFor(
          async () => expect(await disagreements(market.services, deal.productId, true)).toEqual([]),
          polling,
        );
      }),
      { numRuns: wantedHistories.killed },
    );
  },
  historiesTimeout,
);

/** The result of a call that was cut off: it took effect completely or not at all. */
const withoutAnswer = (): number => 0;

/** Kills the process once one of the steps has its answer, while the others are in flight. */
async function killAfterFirst(steps: readonly Promise<number>[]): Promise<void> {
  await Promise.race(steps);
  await market.killServer();
  await market.startServer();
}
