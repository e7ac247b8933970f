/** Finds the nearest phones for a search without matches: drops first its filters and then its words. */
import { factFacetNames, factFacets } from '#contract/phone-words.ts';
import type { FacetName } from '#contract/search-words.ts';
import { type Criteria, withoutFacets } from './build-condition.ts';
import { estimateMatches } from './estimate-matches.ts';
import { walkIndexes } from './find-phones.ts';
import { type FoundPhone, gatherPhones } from './gather-phones.ts';
import { isPageWalked, type SearchLimits } from './plan-search.ts';
import type { Labels } from './label-facets.ts';
import type { Execute } from './limit-time.ts';
import { findMakersOf, type Maker } from './look-up-words.ts';
import type { SearchTerm } from './understand-words.ts';

/** How many nearest phones are shown. */
const maxNearest = 8;

export interface Nearest {
  readonly phones: readonly FoundPhone[];
  /** What was not found, and how the shown phones differ, as a sentence for the page. */
  readonly because: string;
}

/** @param terms one for each of the words of the criteria, in the same order */
export async function findNearest(
  execute: Execute,
  criteria: Criteria,
  { terms, labels, limits }: { terms: readonly SearchTerm[]; labels: Labels; limits: SearchLimits },
): Promise<Nearest | undefined> {
  const missing = `No ${describe(
    criteria,
    terms.map(({ text }) => text),
    labels,
  )}`;
  const maker = criteria.facets.has('category') ? undefined : await findMaker(execute, terms);
  for (const { criteria: fewer, difference } of planAttempts(criteria, terms, maker)) {
    const phones = await findSome(execute, fewer, limits);
    if (phones.length > 0) return { phones, because: `${missing}: ${difference}.` };
  }
  return undefined;
}

interface Attempt {
  /** The criteria of the search without those that this attempt drops. */
  readonly criteria: Criteria;
  /** How the phones differ from what was searched for, in words for the page. */
  readonly difference: string;
}

type Filter = FacetName | 'price' | 'battery' | 'within';

/** How phones differ that are found without a filter. The filters that buyers give up most easily come first. */
const differences: readonly (readonly [Filter, string])[] = [
  ['price', 'these have other prices'],
  ['battery', 'these have a weaker battery or do not name it'],
  ['within', 'these are further away'],
  ['advertised', 'these are not advertised'],
  ['verified', 'these are of sellers who are not verified'],
  ...factFacetNames
    .toReversed()
    .map((name) => [name, `these have another ${factFacets[name].title.toLowerCase()}`] as const),
  ['condition', 'these are in another condition'],
  ['place', 'these are elsewhere'],
  ['category', 'these are of other makers'],
];

/**
 * The attempts, in order. Each filter is dropped alone, and then all together, before any word is dropped: a search for
 * a red iPhone shows iPhones of other colours and not red phones of other makers. If no word is part of a name, all
 * words are dropped next and the filters stay: for "gaming phone under 200", other phones at this price are shown.
 * Attempts that drop words find only phones of the maker that the words name: for "mi 11", no iPhone 11 is shown.
 */
function planAttempts(criteria: Criteria, terms: readonly SearchTerm[], maker: Maker | undefined): Attempt[] {
  const { words } = criteria;
  const wordsOnly = { words, facets: new Map(), price: undefined, near: withoutRadius(criteria) };
  const filtersInUse = differences.filter(([name]) => isInUse(criteria, name));
  const withoutOneFilter = filtersInUse.map(([name, difference]) => ({
    criteria: withoutFilter(criteria, name),
    difference,
  }));
  const newest = [{ criteria: { ...wordsOnly, words: [] }, difference: 'these are the newest phones' }];
  if (words.length === 0) return [...withoutOneFilter, ...newest];
  const hasFilters = filtersInUse.length > 0;
  const withoutFilters =
    filtersInUse.length > 1 ? [{ criteria: wordsOnly, difference: 'these fit it, but not all filters' }] : [];
  const allWords = terms.map(({ text }) => text).join(' ');
  const withoutWords =
    hasFilters && terms.every(({ isName }) => !isName)
      ? [{ criteria: { ...criteria, words: [] }, difference: `these fit without “${allWords}”` }]
      : [];
  const ofMaker = (hasFilters ? [criteria, wordsOnly] : [wordsOnly]).flatMap((each) =>
    maker === undefined
      ? []
      : [
          {
            criteria: restrictTo(maker, { ...each, words: [] }),
            difference: `these are ${maker.name} phones`,
          },
        ],
  );
  return [
    ...withoutOneFilter,
    ...withoutFilters,
    ...withoutWords,
    ...attemptsWithFewerWords({ criteria, wordsOnly, hasFilters }, terms, maker),
    ...ofMaker,
    ...newest,
  ];
}

/** Attempts that drop one word, and then attempts with one word only. */
function attemptsWithFewerWords(
  search: { readonly criteria: Criteria; readonly wordsOnly: Criteria; readonly hasFilters: boolean },
  terms: readonly SearchTerm[],
  maker: Maker | undefined,
): Attempt[] {
  const { criteria, wordsOnly, hasFilters } = search;
  const { words } = criteria;
  const withoutOneWord = leastSpecific(terms).flatMap(({ text, index }) => {
    const others = words.filter((_word, each) => each !== index);
    const difference = `these fit without “${text}”`;
    const unfiltered = restrictTo(maker, { ...wordsOnly, words: others });
    if (!hasFilters) return [{ criteria: unfiltered, difference }];
    return [
      { criteria: restrictTo(maker, { ...criteria, words: others }), difference },
      { criteria: unfiltered, difference: `${difference}, but not all filters` },
    ];
  });
  const withOneWord = leastSpecific(terms)
    .toReversed()
    .map(({ text, index }) => ({
      criteria: restrictTo(maker, { ...wordsOnly, words: words.slice(index, index + 1) }),
      difference: `these fit “${text}”`,
    }));
  return [
    ...(words.length > 1 ? withoutOneWord.slice(0, maxWordAttempts) : []),
    ...(words.length > 2 ? withOneWord.slice(0, maxWordAttempts) : []),
  ];
}

const restrictTo = (maker: Maker | undefined, criteria: Criteria): Criteria =>
  maker === undefined
    ? criteria
    : { ...criteria, facets: new Map([...criteria.facets, ['category', [maker.categoryId]]]) };

/**
 * The maker that the words name: that of all models whose names have all words, or else that of all models whose names
 * have one of the words. Undefined if these models have several makers.
 */
async function findMaker(execute: Execute, terms: readonly SearchTerm[]): Promise<Maker | undefined> {
  const words = terms.flatMap(({ text, isName }) =>
    isName && !text.startsWith('not ') ? text.split(' ') : [],
  );
  if (words.length === 0 || words.includes('or')) return undefined;
  const models = await findMakersOf(execute, words);
  const makerOf = (required: readonly string[]): Maker | undefined => {
    const makers = models.filter((model) => required.every((word) => model.words.includes(word)));
    const [first] = makers;
    return makers.every(({ categoryId }) => categoryId === first?.categoryId) ? first : undefined;
  };
  const ofAllWords = makerOf(words);
  if (ofAllWords !== undefined || models.some((model) => words.every((word) => model.words.includes(word))))
    return ofAllWords;
  return words.map((word) => makerOf([word])).find((maker) => maker !== undefined);
}

/**
 * The terms in the order in which they are dropped: exclusions, words in no name, then model numbers, which many makers
 * use, then other words of names. Of equal ones the shorter is dropped first, and then the later.
 */
const leastSpecific = (terms: readonly SearchTerm[]) =>
  terms
    .map(({ text, isName }, index) => ({ text, isName, index }))
    .toReversed()
    .toSorted((a, b) => specificityOf(a) - specificityOf(b) || a.text.length - b.text.length);

const specificityOf = ({ text, isName }: { text: string; isName: boolean }): number => {
  // "samsung not galaxy" is about Samsungs.
  if (text.startsWith('not ')) return -1;
  if (!isName) return 0;
  return /\d/.test(text) ? 1 : 2;
};

/** How many attempts without one word, and how many with one word only, are made at most. */
const maxWordAttempts = 6;

function isInUse({ facets, price, battery, near }: Criteria, name: Filter): boolean {
  if (name === 'price') return price !== undefined;
  if (name === 'battery') return battery !== undefined;
  return name === 'within' ? near?.radius !== undefined : facets.has(name);
}

const withoutRadius = ({ near }: Criteria): Criteria['near'] => near && { ...near, radius: undefined };

function withoutFilter(criteria: Criteria, name: Filter): Criteria {
  if (name === 'price') return { ...criteria, price: undefined };
  if (name === 'battery') return { ...criteria, battery: undefined };
  if (name === 'within') return { ...criteria, near: withoutRadius(criteria) };
  return withoutFacets(criteria, [name]);
}

async function findSome(
  execute: Execute,
  criteria: Criteria,
  limits: SearchLimits,
): Promise<readonly FoundPhone[]> {
  const estimate = await estimateMatches(execute, criteria);
  const order = criteria.near === undefined ? 'newest' : 'distance';
  if (isPageWalked(estimate, limits)) {
    const walk = { order, after: undefined, count: maxNearest, visits: limits.visits } as const;
    const walked = await walkIndexes(execute, criteria, walk);
    if (walked !== undefined) return walked;
  }
  const page = { order, after: undefined, count: maxNearest } as const;
  const gathered = await gatherPhones(execute, criteria, {
    countedFacets: [],
    maxPhones: limits.counted,
    page,
  });
  return gathered.page;
}

/** What was searched for, in words: "black “iphone 13” in Dhaka". */
function describe(criteria: Criteria, words: readonly string[], labels: Labels): string {
  const { near, battery } = criteria;
  const labelsOf = (name: FacetName): string[] => {
    const values = criteria.facets.get(name) ?? [];
    const texts = values.flatMap((value) => labels(name, value) ?? []);
    return texts.length === 0 ? [] : [texts.join(' or ')];
  };
  const lowerCase = (name: FacetName): string[] => labelsOf(name).map((text) => text.toLowerCase());
  const name = words.length > 0 ? `“${words.join(' ')}”` : undefined;
  return [
    ...factFacetNames
      .toReversed()
      .flatMap((facet) => (facet === 'storage' ? labelsOf(facet) : lowerCase(facet))),
    ...labelsOf('category'),
    name ?? 'phone',
    ...lowerCase('condition').map((text) => `in ${text}`),
    ...labelsOf('place').map((text) => `in ${text}`),
    ...(criteria.facets.has('verified') ? ['of a verified seller'] : []),
    ...(criteria.facets.has('advertised') ? ['that is advertised'] : []),
    ...(battery === undefined ? [] : [`with a battery of at least ${battery.percent}%`]),
    ...(isInUse(criteria, 'price') ? ['at this price'] : []),
    ...(near?.radius === undefined ? [] : [`within ${near.radius.km} km of ${near.name}`]),
  ].join(' ');
}
