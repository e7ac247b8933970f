/** One reader's latency, from the smallest data set to the largest, uncached. */
import { type Connection, openConnection, requestOf } from './connection.ts';
import { countText, type Market } from './market.ts';
import type { Options } from './options.ts';
import type { Program } from './program.ts';
import { listModels, listPhones, searchPath, suggestionPaths } from './questions.ts';
import { quantile, type Row } from './table.ts';

/** A data set and the program that serves it without a cache. */
export interface Reading {
  readonly market: Market;
  readonly program: Program;
}

export interface Latency {
  readonly work: Work;
  readonly phones: number;
  /** Milliseconds, of each round. */
  readonly p50: readonly number[];
  readonly p95: readonly number[];
}

export const works = ['list', 'page', 'product', 'search', 'suggestions'] as const;
export type Work = (typeof works)[number];

const readersOfPages = 40;
const models = 60;

/** Measures each kind of work on each data set, the sets in turn. */
export async function measureLatency(
  readings: readonly Reading[],
  { rounds, isQuick }: Options,
): Promise<Latency[]> {
  const readers = await Promise.all(readings.map((reading) => openReader(reading, isQuick)));
  try {
    // One warm-up round: plans, compiled code, the database's own cache.
    for (const reader of readers) for (const work of works) await readAll(reader, work);
    for (const reader of readers) for (const work of works) reader.rounds[work].length = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const work of works) {
        const order = round % 2 === 0 ? readers : readers.toReversed();
        for (const reader of order) await readAll(reader, work);
      }
    }
  } finally {
    for (const { connection } of readers) connection.close();
  }
  return readers.flatMap(({ phones, rounds: taken }) =>
    works.map((work) => ({
      work,
      phones,
      p50: taken[work].map((round) => quantile(round, 0.5)),
      p95: taken[work].map((round) => quantile(round, 0.95)),
    })),
  );
}

interface Reader {
  readonly phones: number;
  readonly connection: Connection;
  readonly requests: Readonly<Record<Work, readonly Buffer[]>>;
  /** Milliseconds by round. */
  readonly rounds: Readonly<Record<Work, number[][]>>;
}

async function openReader({ market, program }: Reading, isQuick: boolean): Promise<Reader> {
  const share = isQuick ? 0.5 : 1;
  const phones = await listPhones(market, readersOfPages * share);
  const named = await listModels(market, models * share);
  const list = `/api/products?id=${market.categoryId}`;
  const page = `/category/${market.categoryId}`;
  const paths: Record<Work, readonly string[]> = {
    list: Array.from({ length: 200 }, () => list),
    page: Array.from({ length: readersOfPages * share }, () => page),
    product: phones.map((id) => `/product/${id}`),
    search: named.map(searchPath),
    suggestions: named.slice(0, 15).flatMap(suggestionPaths),
  };
  const requests = forEachWork((work) => paths[work].map((path) => requestOf(program.address, path)));
  return {
    phones: market.loaded.phones,
    connection: await openConnection(program.address),
    requests,
    rounds: forEachWork(() => []),
  };
}

const forEachWork = <Value>(make: (work: Work) => Value): Record<Work, Value> => ({
  list: make('list'),
  page: make('page'),
  product: make('product'),
  search: make('search'),
  suggestions: make('suggestions'),
});

async function readAll({ connection, requests, rounds }: Reader, work: Work): Promise<void> {
  const taken: number[] = [];
  for (const request of requests[work]) {
    const { milliseconds } = await connection.ask(request);
    taken.push(milliseconds);
  }
  rounds[work].push(taken);
}

/** The rows from the latencies: the largest data set, compared with a smaller one. */
export function rowsOfLatency(latencies: readonly Latency[], markets: readonly Market[]): Row[] {
  const [smallest] = markets;
  const largest = markets.at(-1);
  const middle = markets.find(({ loaded }) => loaded.phones === 20_000);
  if (smallest === undefined || largest === undefined || middle === undefined) return [];
  const of = (work: Work, { loaded }: Market): Latency => {
    const found = latencies.find((each) => each.work === work && each.phones === loaded.phones);
    if (found === undefined) throw new Error(`${work} was not measured`);
    return found;
  };
  const grown = (name: string, work: Work): Row => ({
    work: `${name}, not cached, p50 at ${countText(largest)} beside ${countText(smallest)}`,
    ours: of(work, largest).p50,
    baseline: of(work, smallest).p50,
    bound: { kind: 'most times', of: 1.5 },
    unit: 'ms',
  });
  const search = `search, two facets and a misspelt word, p95 at ${countText(largest)}`;
  const unit = 'ms';
  const rows: Row[] = [
    grown('a category’s phones as JSON', 'list'),
    grown('a category’s page as HTML', 'page'),
    { work: search, ours: of('search', largest).p95, bound: { kind: 'most', of: 60 }, unit },
    {
      work: `type-ahead, p95 at ${countText(largest)}`,
      ours: of('suggestions', largest).p95,
      bound: { kind: 'most', of: 25 },
      unit,
    },
    {
      work: `a phone’s page, not cached, p50 at ${countText(largest)}`,
      ours: of('product', largest).p50,
      unit,
    },
  ];
  if (middle !== largest) {
    rows.splice(3, 0, {
      work: `the same search, p95 beside ${countText(middle)}`,
      ours: of('search', largest).p95,
      baseline: of('search', middle).p95,
      bound: { kind: 'most times', of: 3 },
      unit,
    });
  }
  return rows;
}
