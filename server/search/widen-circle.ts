/** The strategy `widen`: the nearest first of what matches within a circle, then within a wider one, until the page is full. */
import type { Criteria, Near } from './build-condition.ts';
import type { FoundPhone } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import { readReach } from './read-near.ts';
import { sortPhones, type Walk } from './walk-phones.ts';

/** In kilometres. */
const circles = [400, 2_500];

/** A page of what fits; undefined where even the widest circle has too few. */
export async function widenCircle(
  execute: Execute,
  criteria: Criteria & { readonly near: Near },
  walk: Walk,
): Promise<FoundPhone[] | undefined> {
  const passedKm = (walk.after?.key ?? 0) / 1000;
  for (const km of circles.filter((radius) => radius >= passedKm)) {
    const near = { ...criteria.near, reach: await readReach(execute, criteria.near, km) };
    const phones = await sortPhones(execute, { ...criteria, near }, walk);
    if (phones.length >= walk.count) return phones;
  }
  return undefined;
}
