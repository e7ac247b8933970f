import type { Market } from './market.ts';
import { countText } from './market.ts';
import type { Row } from './table.ts';

/** The space and time of the data itself. */
export function rowsOfLoad(market: Market): Row[] {
  const { loadSeconds, indexSeconds, indexMegabytes, tableMegabytes } = market.loaded;
  const phones = `${countText(market)} phones`;
  return [
    { work: `loading ${phones}, indexes included`, ours: [loadSeconds + indexSeconds], unit: 's' },
    { work: `building all indexes of ${phones} and their pictures`, ours: [indexSeconds], unit: 's' },
    { work: `all indexes of ${phones} and their pictures`, ours: [indexMegabytes], unit: 'MB' },
    { work: `${phones} and their pictures’ rows without indexes`, ours: [tableMegabytes], unit: 'MB' },
  ];
}
