/** The bounds that were asked for: prices, and whether they hold few enough phones to be found by, and the battery's. */
import { maxPrice, toCents } from '#contract/money.ts';
import type { LeastBattery, PriceRange } from './build-condition.ts';
import { estimateRows } from './estimate-matches.ts';
import type { Ask } from './limit-time.ts';

interface AskedPrices {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}

/** In dollars; undefined where neither is given. */
export async function readPrices(
  ask: Ask,
  { minPrice, maxPrice: most }: AskedPrices,
): Promise<PriceRange | undefined> {
  if (minPrice === undefined && most === undefined) return undefined;
  const range = { minCents: toCents(minPrice ?? 0), maxCents: toCents(most ?? maxPrice) };
  const bounds = [range.minCents, range.maxCents];
  const [live = 1, expected = 1] = await estimateRows(ask, ['true', 'sell_cents between $1 and $2'], bounds);
  // Of a wide range the index would read more than it spares: whoever walks meets its phones everywhere.
  if (expected * widest > live) return { ...range, expected, steps: undefined };
  const [row] = await ask<{ lowest: number; highest: number }>({
    name: 'search_price_steps',
    text: 'select search_price_step($1) as lowest, search_price_step($2) as highest',
    values: bounds,
  });
  return { ...range, expected, steps: row === undefined ? undefined : [row.lowest, row.highest] };
}

/** @param minBattery in per cent */
export async function readLeastBattery(
  ask: Ask,
  minBattery: string | undefined,
): Promise<LeastBattery | undefined> {
  if (minBattery === undefined) return undefined;
  const percent = Number(minBattery);
  const [expected = 1] = await estimateRows(ask, ['battery_health >= $1'], [percent]);
  return { percent, expected };
}

/** One part in so many of the phones is wide. */
const widest = 5;
