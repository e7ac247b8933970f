/** The criteria of a search, and the SQL conditions built from them. */
import { isId } from '#contract/id.ts';
import { factFacets, forEachFactFacet } from '#contract/phone-words.ts';
import type { FacetName } from '#contract/search-words.ts';
import { products } from '#db/tables/products.ts';

/** The criteria of a search, as stored values. */
export interface Criteria {
  /** One text search query (`tsquery`) for each word; all must match. */
  readonly words: readonly string[];
  /** The chosen values of each facet in use; a phone must have one of them. */
  readonly facets: ReadonlyMap<FacetName, readonly string[]>;
  /** In cents; undefined if the search has no price limit. */
  readonly price: PriceRange | undefined;
  /** Undefined if the search has no battery limit. */
  readonly battery?: MinBattery | undefined;
  /** The city from which distances are measured; undefined if there is none. */
  readonly near?: Near | undefined;
}

export interface PriceRange {
  readonly minCents: number;
  readonly maxCents: number;
  /** PostgreSQL's estimate of the live phones in this range. */
  readonly expected: number;
  /** The first and last price step of the range (migration 0001); undefined if it has too many phones for an index condition. */
  readonly steps: readonly [lowest: number, highest: number] | undefined;
}

export interface MinBattery {
  readonly percent: number;
  /** PostgreSQL's estimate of the live phones with at least this percentage. */
  readonly expected: number;
}

/** A place on earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Near extends Point {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Undefined if the distance is not limited. */
  readonly radius: Radius | undefined;
}

export interface Radius {
  readonly km: number;
  /** The cities within the radius. */
  readonly cityIds: readonly number[];
  /** The areas of these cities (migration 0032); undefined if they have too many phones for an index condition. */
  readonly areas: readonly number[] | undefined;
  /** PostgreSQL's estimate of the live phones in these cities. */
  readonly expected: number;
}

/** Facets whose values are lexemes of the search document, and the columns that hold them (migration 0001). */
const columns = {
  category: 'category_id',
  condition: 'condition',
  ...forEachFactFacet((name) => products[factFacets[name].fact].name),
  place: 'place_key',
} as const;
type LexemeFacet = keyof typeof columns;

export const isLexemeFacet = (name: FacetName): name is LexemeFacet => name in columns;

/** The columns from which pages and counts are made. */
export const phoneColumns = [
  'id',
  'seller_id',
  'sell_cents',
  'battery_health',
  'city_id',
  ...Object.values(columns),
].join(', ');

/** Collects the parameters of a statement: `bind` adds one and returns its placeholder. */
export function parameters() {
  const values: unknown[] = [];
  return { values, bind: (value: unknown): string => `$${values.push(value)}` };
}
export type Bind = ReturnType<typeof parameters>['bind'];

/** A lexeme or a word, quoted as a text search query. */
export const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The same criteria without the choices of some facets. */
export const withoutFacets = (criteria: Criteria, names: readonly FacetName[]): Criteria => ({
  ...criteria,
  facets: new Map([...criteria.facets].filter(([name]) => !names.includes(name))),
});

/** One text search query for each condition that the text search index answers: words, facets, price and radius. */
export function indexQueries({ words, facets, price, near }: Criteria): string[] {
  const ofFacets = [...facets].flatMap(([name, values]) =>
    isLexemeFacet(name) ? [values.map((value) => lexeme(`=${name}:${value}`)).join(' | ')] : [],
  );
  return [...words, ...ofFacets, ...stepQueries(price), ...areaQueries(near)];
}

function areaQueries(near: Criteria['near']): string[] {
  const areas = near?.radius?.areas;
  if (areas === undefined) return [];
  // Without an area, no phone was ever listed within the radius, and none may be found.
  return [(areas.length === 0 ? ['none'] : areas).map((area) => lexeme(`=area:${area}`)).join(' | ')];
}

function stepQueries(price: PriceRange | undefined): string[] {
  if (price?.steps === undefined) return [];
  const [lowest, highest] = price.steps;
  const steps = Array.from({ length: highest - lowest + 1 }, (_, index) =>
    lexeme(`=price:${lowest + index}`),
  );
  return [steps.join(' | ')];
}

/** The SQL condition for live phones that match all criteria, answered by the text search index. */
export function matchCondition(criteria: Criteria, bind: Bind): string {
  const queries = indexQueries(criteria);
  const parts = [
    `state = 'live'`,
    ...textConditions(queries, bind),
    ...limitConditions(criteria, bind),
    ...radiusConditions(criteria, bind),
  ];
  for (const name of ['verified', 'advertised'] as const) {
    if (criteria.facets.has(name)) parts.push(flagFilters[name]);
  }
  return parts.join(' and ');
}

/** The SQL condition for words, price, battery and radius, for phones that were read by another index. */
export const conditionWithoutFacets = (criteria: Criteria, bind: Bind): string =>
  [
    ...textConditions(criteria.words, bind),
    ...limitConditions(criteria, bind),
    ...radiusConditions(criteria, bind),
    'true',
  ].join(' and ');

/** The SQL condition of the index to walk. A single chosen category has its own index for each order, with fewer other phones. */
export function walkedIndexCondition({ facets }: Criteria, bind: Bind): string {
  const [category, ...more] = facets.get('category') ?? [];
  const isOne = category !== undefined && isId(category) && more.length === 0;
  return isOne ? `state = 'live' and category_id = ${bind(category)}::uuid` : `state = 'live'`;
}

/** SQL expressions that tell which facets in use a phone matches. */
export interface FacetMatches {
  /** A column for each facet: whether the phone `found` has one of the chosen values. */
  readonly columns: readonly string[];
  /** The condition that the phone matches all of these facets, except the given one. */
  readonly matchesAllExcept: (except?: FacetName) => string;
  /** The number of these facets that the phone does not match. */
  readonly mismatches: string;
}

export function facetMatches({ facets }: Pick<Criteria, 'facets'>, bind: Bind): FacetMatches {
  const conditions = [...facetConditions(facets, bind)];
  const names = conditions.map(([name]) => name);
  return {
    columns: conditions.map(([name, condition]) => `${condition} as matches_${name}`),
    matchesAllExcept: (except) =>
      [...names.filter((name) => name !== except).map((name) => `matches_${name}`), 'true'].join(' and '),
    mismatches: ['0', ...names.map((name) => `(matches_${name} is not true)::int`)].join(' + '),
  };
}

/** For each facet in use, the condition that the phone `found` has one of the chosen values. */
export function facetConditions(facets: Criteria['facets'], bind: Bind): Map<FacetName, string> {
  return new Map(
    [...facets].map(([name, values]) => [
      name,
      isLexemeFacet(name) ? `${columns[name]}::text = any(${bind(values)})` : flags[name],
    ]),
  );
}

/** A query that counts the phones of `table` that meet the condition, for each value of a facet. */
export function countsOf(name: FacetName, table: string, condition: string): string {
  const from = `from ${table} as found where ${condition}`;
  if (!isLexemeFacet(name)) return `select '${name}', '1', count(*) ${from} and ${flags[name]}`;
  const column = columns[name];
  return `select '${name}', ${column}::text, count(*) ${from} and ${column} is not null group by ${column}`;
}

/** The value of a facet of the phone `found`: a column, or whether the flag is set. */
export const valueOf = (name: FacetName): string => (isLexemeFacet(name) ? columns[name] : flags[name]);

/** Facets that are set or not. Each is a subquery per phone: with a join, PostgreSQL would read all sellers for a few phones. */
const flags: Readonly<Record<Exclude<FacetName, LexemeFacet>, string>> = {
  verified:
    'coalesce((select true from users where users.id = seller_id and verified_at is not null), false)',
  advertised:
    'coalesce((select true from advertisements where product_id = found.id and ended_at is null), false)',
};

/** The same as conditions for a search. PostgreSQL may evaluate `advertised` first, since few phones are advertised. */
export const flagFilters = {
  verified: flags.verified,
  advertised: 'id in (select product_id from advertisements where ended_at is null)',
} as const;

const textConditions = (queries: readonly string[], bind: Bind): string[] =>
  queries.length === 0 ? [] : [`search_document @@ ${bind(allOf(queries))}::tsquery`];

/** The text search query that combines these with `and`. */
export const allOf = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ');

/** The SQL conditions for the limits of price and battery health. */
export const limitConditions = ({ price, battery }: Criteria, bind: Bind): string[] => [
  // `+ 0` prevents PostgreSQL from using the price index: the text search index contains the price steps and is faster.
  ...(price === undefined
    ? []
    : [`sell_cents + 0 between ${bind(price.minCents)} and ${bind(price.maxCents)}`]),
  ...(battery === undefined ? [] : [`battery_health >= ${bind(battery.percent)}`]),
];

/** `+ 0` for the same reason: the text search index finds the areas, and this condition selects the cities in them. */
const radiusConditions = ({ near }: Criteria, bind: Bind): string[] =>
  near?.radius === undefined ? [] : [`city_id + 0 = any(${bind(near.radius.cityIds)}::int[])`];
