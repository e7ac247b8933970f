/** The strategy `widen`: sorts all matches within a circle by distance, then those within a wider one, until the page is full. */
import type { Criteria, Near } from './build-condition.ts';
import type { FoundPhone } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import { readRadius } from './read-near.ts';
import { sortPhones, type Walk } from './walk-phones.ts';

const circlesKm = [400, 2_500];

/** A page of matches; undefined if even the widest circle has too few. */
export async function widenCircle(
  execute: Execute,
  criteria: Criteria & { readonly near: Near },
  walk: Walk,
): Promise<FoundPhone[] | undefined> {
  const passedKm = (walk.after?.key ?? 0) / 1000;
  for (const km of circlesKm.filter((each) => each >= passedKm)) {
    const near = { ...criteria.near, radius: await readRadius(execute, criteria.near, km) };
    const phones = await sortPhones(execute, { ...criteria, near }, walk);
    if (phones.length >= walk.count) return phones;
  }
  return undefined;
}
