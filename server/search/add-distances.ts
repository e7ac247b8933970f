import type { Product } from '#contract/products.ts';
import { type Near, parameters } from './build-condition.ts';
import type { Ask } from './limit-time.ts';
import { metresFrom } from './read-near.ts';

/** Says of each card how far it is, where its seller chose a city. */
export async function addDistances<Card extends Product>(
  ask: Ask,
  near: Near | undefined,
  cards: readonly Card[],
): Promise<Card[]> {
  const cityIds = [...new Set(cards.flatMap(({ cityId }) => (cityId === undefined ? [] : [Number(cityId)])))];
  if (near === undefined || cityIds.length === 0) return [...cards];
  const { values, put } = parameters();
  const rows = await ask<{ id: number; metres: number }>({
    name: 'search_distances',
    text: `select id, ${metresFrom(near, put)} as metres from cities where id = any(${put(cityIds)}::int[])`,
    values,
  });
  const kmOf = new Map(rows.map(({ id, metres }) => [String(id), Math.round(metres / 1000)]));
  return cards.map((card) =>
    card.cityId === undefined ? card : { ...card, distanceKm: kmOf.get(card.cityId) },
  );
}
