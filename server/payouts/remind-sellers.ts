import { system } from '#contract/states.ts';
import { emit } from '#server/platform/events/emit.ts';
import type { PayoutServices } from './payout-services.ts';
import { claimUnprepared } from './repository.ts';

const weekMs = 7 * 24 * 3_600_000;

/** How many are told in one round. */
const batch = 200;

/**
 * Tells sellers for whom money waits that we do not know where it is to go: at most once a week.
 *
 * @returns how many
 */
export async function remindSellers({ db, clock, method }: PayoutServices): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = new Date(now.getTime() - weekMs);
    const waiting = await claimUnprepared(tx, { method, now, before, limit: batch });
    for (const { sellerId, cents } of waiting)
      await emit(tx, 'payout.reminded', { subject: sellerId, actor: system, data: { cents } });
    return waiting.length;
  });
}
