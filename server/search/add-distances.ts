import type { Product } from '#contract/products.ts';
import { type Near, parameters } from './build-condition.ts';
import type { FoundPhone } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import { metresFrom } from './read-near.ts';

/**
 * Adds the distance to each card whose seller has chosen a city.
 *
 * @param byDistance the phones of the cards if they were sorted by distance: their ranks are the metres
 */
export async function addDistances<Card extends Product>(
  execute: Execute,
  near: Near | undefined,
  cards: readonly Card[],
  byDistance: readonly FoundPhone[] | undefined,
): Promise<Card[]> {
  const cityIds = [...new Set(cards.flatMap(({ cityId }) => (cityId === undefined ? [] : [Number(cityId)])))];
  if (near === undefined || cityIds.length === 0) return [...cards];
  const metresOf =
    byDistance === undefined
      ? await measureCities(execute, near, cityIds)
      : new Map(byDistance.map(({ cityId, rank }) => [cityId, rank]));
  return cards.map((card) => {
    const metres = card.cityId === undefined ? undefined : metresOf.get(Number(card.cityId));
    return metres === undefined ? card : { ...card, distanceKm: Math.round(metres / 1000) };
  });
}

async function measureCities(
  execute: Execute,
  near: Near,
  cityIds: readonly number[],
): Promise<ReadonlyMap<number | null, number>> {
  const { values, bind } = parameters();
  const rows = await execute<{ id: number; metres: number }>({
    name: 'search_distances',
    text: `select id, ${metresFrom(near, bind)} as metres from cities where id = any(${bind(cityIds)}::int[])`,
    values,
  });
  return new Map(rows.map(({ id, metres }) => [id, metres]));
}
