import { deepStrictEqual } from 'node:assert/strict';

import { compare } from './measure.ts';
import type { Programs } from './compared-programs.ts';
import { countText } from './market.ts';
import type { Row } from './table.ts';

/** `GET /api/products?id=<category>`, read from the database for every request. */
export async function measureCatalogue({ options, market, ours, baseline }: Programs): Promise<Row[]> {
  const query = `/products?id=${market.categoryId}`;
  const sides = { ours: `${ours.address}/api${query}`, baseline: `${baseline.address}${query}` };
  // A baseline with another answer would be invalid.
  deepStrictEqual(await fetchJson(sides.baseline), await fetchJson(sides.ours));
  const rates = await compare({ load: { url: sides.ours } }, { load: { url: sides.baseline } }, options);
  return [
    {
      work: `a category’s phones as JSON of ${countText(market)}, not cached`,
      ...rates,
      bound: { kind: 'least share', of: 0.8 },
      unit: 'requests/s',
    },
  ];
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  return response.json();
}
