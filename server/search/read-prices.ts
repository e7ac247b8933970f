/** The requested limits of price and battery health, with estimates of how many phones are within them. */
import { maxPrice, toCents } from '#contract/money.ts';
import type { MinBattery, PriceRange } from './build-condition.ts';
import { estimateRows, isWide } from './estimate-matches.ts';
import type { Execute } from './limit-time.ts';

interface PriceLimits {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}

/** The prices are in dollars. @returns undefined if neither is given */
export async function readPrices(
  execute: Execute,
  { minPrice, maxPrice: highest }: PriceLimits,
): Promise<PriceRange | undefined> {
  if (minPrice === undefined && highest === undefined) return undefined;
  const range = { minCents: toCents(minPrice ?? 0), maxCents: toCents(highest ?? maxPrice) };
  const bounds = [range.minCents, range.maxCents];
  const [live = 1, expected = 1] = await estimateRows(
    execute,
    ['true', 'sell_cents between $1 and $2'],
    bounds,
  );
  if (isWide(expected, live)) return { ...range, expected, steps: undefined };
  const [row] = await execute<{ lowest: number; highest: number }>({
    name: 'search_price_steps',
    text: 'select search_price_step($1) as lowest, search_price_step($2) as highest',
    values: bounds,
  });
  return { ...range, expected, steps: row === undefined ? undefined : [row.lowest, row.highest] };
}

/** @param minBattery in per cent */
export async function readMinBattery(
  execute: Execute,
  minBattery: string | undefined,
): Promise<MinBattery | undefined> {
  if (minBattery === undefined) return undefined;
  const percent = Number(minBattery);
  const [expected = 1] = await estimateRows(execute, ['battery_health >= $1'], [percent]);
  return { percent, expected };
}
