/** Lists by distance compared with the same lists without one, uncached, by one reader. */
import { type Connection, openConnection, requestOf } from './connection.ts';
import { countText, type Market } from './market.ts';
import { listModels } from './questions.ts';
import type { Programs } from './compared-programs.ts';
import { quantile, type Row } from './table.ts';

/** The number of cities to search from, large and small. */
const centres = 40;

interface Comparison {
  readonly name: string;
  /** URLs with a distance, and at the same indexes those of the same lists without. */
  readonly near: readonly string[];
  readonly plain: readonly string[];
}

/** The p50 of both, in turn, list by list. */
export async function measureDistance({ options, market, ours }: Omit<Programs, 'baseline'>): Promise<Row[]> {
  const connection = await openConnection(ours.address);
  try {
    const rows: Row[] = [];
    for (const comparison of await comparisonsOf(market)) {
      const rounds: { near: number; plain: number }[] = [];
      // Once for warming up.
      for (let round = 0; round <= options.rounds; round += 1) {
        const taken = await readBoth(connection, ours.address, comparison);
        if (round > 0) rounds.push(taken);
      }
      rows.push({
        work: `${comparison.name} at ${countText(market)}, p50 beside the same without distance`,
        ours: rounds.map(({ near }) => near),
        baseline: rounds.map(({ plain }) => plain),
        bound: { kind: 'most times', of: 1.3 },
        unit: 'ms',
      });
    }
    return rows;
  } finally {
    connection.close();
  }
}

async function readBoth(connection: Connection, address: string, { near, plain }: Comparison) {
  const taken: { near: number[]; plain: number[] } = { near: [], plain: [] };
  const read = async (side: 'near' | 'plain', path: string): Promise<void> => {
    const { milliseconds } = await connection.ask(requestOf(address, `/api/search?${path}`));
    taken[side].push(milliseconds);
  };
  for (const [place, path] of near.entries()) {
    await read('near', path);
    await read('plain', plain[place] ?? '');
  }
  return { near: quantile(taken.near, 0.5), plain: quantile(taken.plain, 0.5) };
}

async function comparisonsOf(market: Market): Promise<Comparison[]> {
  const cities = await listCities(market);
  const models = await listModels(market, centres);
  const category = `category=${market.categoryId}`;
  const everywhere = (list: string) => cities.map(() => `${list}&sort=newest`);
  const around = (list: string, rest: string) => cities.map((id) => `${list}&near=${id}${rest}`);
  const words = cities.map(
    (_, place) => `q=${encodeURIComponent(models[place % models.length]?.name ?? '')}`,
  );
  return [
    {
      name: 'a category’s phones, the nearest first,',
      near: around(category, '&sort=distance'),
      plain: everywhere(category),
    },
    {
      name: 'a category’s phones within 50 km, the nearest first,',
      near: around(category, '&within=50&sort=distance'),
      plain: everywhere(category),
    },
    {
      name: 'all phones, the nearest first,',
      near: around('', '&sort=distance'),
      plain: everywhere(''),
    },
    {
      name: 'a model’s phones, the nearest first,',
      near: cities.map((id, place) => `${words[place]}&near=${id}&sort=distance`),
      plain: words.map((q) => `${q}&sort=newest`),
    },
  ];
}

/** `centres` of the cities with phones. */
async function listCities({ pool }: Market): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select city_id as id from products where state = 'live' and city_id is not null
     group by city_id order by md5(city_id::text) limit $1`,
    [centres],
  );
  return rows.map(({ id }) => id);
}
