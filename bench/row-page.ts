import { compare } from './measure.ts';
import type { Programs } from './compared-programs.ts';
import { countText } from './market.ts';
import type { Row } from './table.ts';

/** The category page, rendered for every request. */
export async function measurePage({ options, market, ours, baseline }: Programs): Promise<Row[]> {
  const path = `/category/${market.categoryId}`;
  const sides = { ours: `${ours.address}${path}`, baseline: `${baseline.address}${path}` };
  await refuseOtherCards(sides.ours, sides.baseline);
  const rates = await compare({ load: { url: sides.ours } }, { load: { url: sides.baseline } }, options);
  return [
    {
      work: `a category’s page as HTML of ${countText(market)}, not cached`,
      ...rates,
      bound: { kind: 'least share', of: 0.33 },
      unit: 'requests/s',
    },
  ];
}

async function refuseOtherCards(ours: string, baseline: string): Promise<void> {
  const [own, bare] = await Promise.all([textOfCards(ours), textOfCards(baseline)]);
  if (own === '' || own !== bare) throw new Error(`${baseline} shows other cards than ${ours}`);
}

/** The text of a page's cards, separated by blanks. */
async function textOfCards(url: string): Promise<string> {
  const response = await fetch(url);
  const html = await response.text();
  const [grid = ''] = /<ul aria-label="Phones for sale".*?<\/ul>/s.exec(html) ?? [];
  return grid.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}
