/** The pages and searches of the benchmark's people: the same for every size of data. */
import type { Market } from './market.ts';

/** `count` phones for sale, from all parts of the data. @returns their ids */
export async function listPhones({ pool }: Market, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from products where state = 'live' order by md5(id::text) limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** `count` models, the most listed first, each with a colour and a size that it was sold with. */
export async function listModels({ pool }: Market, count: number): Promise<Model[]> {
  const { rows } = await pool.query<Model>(
    `select devices.name, devices.colours[1] as colour, devices.storage_gb[1] as "storageGb"
     from products join devices on devices.id = device_id where state = 'live' and length(devices.model) > 5
     group by devices.id order by count(*) desc, devices.id limit $1`,
    [count],
  );
  return rows;
}

export interface Model {
  readonly name: string;
  readonly colour: string;
  readonly storageGb: number;
}

/** A search for a model with a typing error, in one colour and condition, or in one size and condition. */
export function searchPath({ name, colour, storageGb }: Model, index: number): string {
  const facet = index % 2 === 0 ? `colour=${colour}` : `storage=${storageGb}`;
  return `/api/search?q=${encodeURIComponent(misspell(name))}&condition=good&${facet}`;
}

/** The suggestions requested while a name is typed, one letter more each time. */
export function suggestionPaths({ name }: Model): string[] {
  const text = misspell(name).toLowerCase();
  const lengths = Array.from({ length: Math.min(text.length, 14) - 1 }, (_, index) => index + 2);
  return lengths.map((length) => `/api/search/suggestions?q=${encodeURIComponent(text.slice(0, length))}`);
}

/** Without one of the letters of its longest word: "Samsung Galaxy S22" becomes "Samsng Galaxy S22". */
function misspell(name: string): string {
  const words = name.match(/\p{L}{5,}/gu) ?? [];
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  const middle = Math.floor(longest.length / 2);
  return name.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1));
}
