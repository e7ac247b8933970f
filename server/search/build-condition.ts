/** What is looked for, and the conditions in SQL that say so. */
import { isId } from '#contract/id.ts';
import type { FacetName } from '#contract/search-words.ts';

/** What is looked for, in the values that are stored. */
export interface Criteria {
  /** One query of text search for each word that was meant; all must match. */
  readonly words: readonly string[];
  /** The chosen values of each facet that is in use; one of them must be there. */
  readonly facets: ReadonlyMap<FacetName, readonly string[]>;
  /** In cents; undefined where no price was asked for. */
  readonly price: PriceRange | undefined;
  /** Undefined where every battery will do. */
  readonly battery?: LeastBattery | undefined;
  /** Undefined where no city was named from which distances are measured. */
  readonly near?: Near | undefined;
}

export interface PriceRange {
  readonly minCents: number;
  readonly maxCents: number;
  /** How many live phones the planner expects in it. */
  readonly expected: number;
  /** Its steps in the search document (migration 0001); undefined where it holds too many phones to be a condition. */
  readonly steps: readonly [lowest: number, highest: number] | undefined;
}

export interface LeastBattery {
  readonly percent: number;
  /** How many live phones the planner expects with at least so much. */
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
  /** Undefined where every distance will do. */
  readonly reach: Reach | undefined;
}

export interface Reach {
  readonly km: number;
  readonly cityIds: readonly number[];
  /** Those of the cities, as the search document has them (migration 0032); undefined where they hold too many phones to be a condition. */
  readonly areas: readonly number[] | undefined;
  /** How many live phones the planner expects in these cities. */
  readonly expected: number;
}

/** Facets whose values are lexemes of the search document, and the columns that hold them (migration 0001). */
const columns = {
  category: 'category_id',
  condition: 'condition',
  storage: 'storage_gb',
  colour: 'colour',
  network: 'network_lock',
  place: 'place_key',
} as const;
type LexemeFacet = keyof typeof columns;

export const isLexemeFacet = (name: FacetName): name is LexemeFacet => name in columns;

/** All that pages and counts are made of. */
export const phoneColumns =
  'id, seller_id, sell_cents, category_id, condition, storage_gb, colour, network_lock, battery_health, place_key, city_id';

/** Puts values beside a statement and gives the places where they stand in it. */
export function parameters() {
  const values: unknown[] = [];
  return { values, put: (value: unknown): string => `$${values.push(value)}` };
}
export type Put = ReturnType<typeof parameters>['put'];

/** A lexeme or a word as a query of text search. */
export const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The same search with nothing chosen of some facets. */
export const withoutFacets = (criteria: Criteria, names: readonly FacetName[]): Criteria => ({
  ...criteria,
  facets: new Map([...criteria.facets].filter(([name]) => !names.includes(name))),
});

/** One query of text search for each word and each facet that the index knows. */
export function indexQueries({ words, facets, price, near }: Criteria): string[] {
  const ofFacets = [...facets].flatMap(([name, values]) =>
    isLexemeFacet(name) ? [values.map((value) => lexeme(`=${name}:${value}`)).join(' | ')] : [],
  );
  return [...words, ...ofFacets, ...stepQueries(price), ...areaQueries(near)];
}

function areaQueries(near: Criteria['near']): string[] {
  const areas = near?.reach?.areas;
  if (areas === undefined) return [];
  // Where no phone was ever listed within the distance, one that no phone has.
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

/** The condition of a live phone that fits, read by the index. */
export function fits(criteria: Criteria, put: Put): string {
  const queries = indexQueries(criteria);
  const parts = [
    `state = 'live'`,
    ...matches(queries, put),
    ...bounded(criteria, put),
    ...reached(criteria, put),
  ];
  for (const name of ['verified', 'advertised'] as const) {
    if (criteria.facets.has(name)) parts.push(filters[name]);
  }
  return parts.join(' and ');
}

/** The words, the bounds and the distance alone: of phones that were found by another way than the index of words. */
export const fitsWords = (criteria: Criteria, put: Put): string =>
  [...matches(criteria.words, put), ...bounded(criteria, put), ...reached(criteria, put), 'true'].join(
    ' and ',
  );

/** The live phones that are walked through. Of one category alone there is an index in each order: what fits is denser there. */
export function livePart({ facets }: Criteria, put: Put): string {
  const [category, ...more] = facets.get('category') ?? [];
  const isOne = category !== undefined && isId(category) && more.length === 0;
  return isOne ? `state = 'live' and category_id = ${put(category)}::uuid` : `state = 'live'`;
}

/** What phones are gathered with, to be told apart by the facets that they miss. */
export interface FitColumns {
  /** For each of the facets whether a phone, as `found`, has one of the chosen values. */
  readonly columns: readonly string[];
  /** That it misses none of these columns, this one perhaps excepted. */
  readonly fitsAllBut: (except?: FacetName) => string;
  /** How many of these columns it misses. */
  readonly misses: string;
}

export function fitColumns({ facets }: Pick<Criteria, 'facets'>, put: Put): FitColumns {
  const conditions = [...facetConditions(facets, put)];
  const names = conditions.map(([name]) => name);
  return {
    columns: conditions.map(([name, condition]) => `${condition} as fits_${name}`),
    fitsAllBut: (except) =>
      [...names.filter((name) => name !== except).map((name) => `fits_${name}`), 'true'].join(' and '),
    misses: ['0', ...names.map((name) => `(fits_${name} is not true)::int`)].join(' + '),
  };
}

/** For each facet in use the condition, on the columns of `found`, that a phone has one of the chosen values. */
export function facetConditions(facets: Criteria['facets'], put: Put): Map<FacetName, string> {
  return new Map(
    [...facets].map(([name, values]) => [
      name,
      isLexemeFacet(name) ? `${columns[name]}::text = any(${put(values)})` : marks[name],
    ]),
  );
}

/** The values of a facet with the number of phones that have them, of those of `table` that fit. */
export function countsOf(name: FacetName, table: string, condition: string): string {
  const from = `from ${table} as found where ${condition}`;
  if (!isLexemeFacet(name)) return `select '${name}', '1', count(*) ${from} and ${marks[name]}`;
  const column = columns[name];
  return `select '${name}', ${column}::text, count(*) ${from} and ${column} is not null group by ${column}`;
}

/** What a phone, as `found`, has of a facet: a value of its column, or whether it has the mark. */
export const valueOf = (name: FacetName): string => (isLexemeFacet(name) ? columns[name] : marks[name]);

/** Asked phone by phone: joined, the planner would read all sellers for the few phones that are looked at. */
const marks: Readonly<Record<Exclude<FacetName, LexemeFacet>, string>> = {
  verified:
    'coalesce((select true from users where users.id = seller_id and verified_at is not null), false)',
  advertised:
    'coalesce((select true from advertisements where product_id = found.id and ended_at is null), false)',
};

/** As conditions that the planner may begin with: few phones are advertised. */
export const filters = {
  verified: marks.verified,
  advertised: 'id in (select product_id from advertisements where ended_at is null)',
} as const;

const matches = (queries: readonly string[], put: Put): string[] =>
  queries.length === 0 ? [] : [`search_document @@ ${put(allOf(queries))}::tsquery`];

/** The query of text search that all of these match. */
export const allOf = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(' & ');

/** The bounds of price and battery. */
export const bounded = ({ price, battery }: Criteria, put: Put): string[] => [
  // Added to nothing, so that the index of prices does not compete with that of words, which knows the steps.
  ...(price === undefined
    ? []
    : [`sell_cents + 0 between ${put(price.minCents)} and ${put(price.maxCents)}`]),
  ...(battery === undefined ? [] : [`battery_health >= ${put(battery.percent)}`]),
];

/** Added to nothing for the same reason: the index of words knows the areas, and this tells their cities apart. */
const reached = ({ near }: Criteria, put: Put): string[] =>
  near?.reach === undefined ? [] : [`city_id + 0 = any(${put(near.reach.cityIds)}::int[])`];
