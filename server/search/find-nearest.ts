/** The nearest phones for a search that matches nothing, found by dropping first facets and then words, one by one. */
import { factFacetNames, factFacets } from '#contract/phone-words.ts';
import type { FacetName } from '#contract/search-words.ts';
import { type Criteria, withoutFacets } from './build-condition.ts';
import { estimateMatches } from './estimate-matches.ts';
import { walkIndexes } from './find-phones.ts';
import { type FoundPhone, gatherPhones } from './gather-phones.ts';
import { isPageWalked, type Scale } from './plan-search.ts';
import type { Labels } from './label-facets.ts';
import type { Execute } from './limit-time.ts';
import { findMakersOf, type Maker } from './look-up-words.ts';
import type { Term } from './understand-words.ts';

/** How many of the nearest phones are shown. */
const mostNearest = 8;

export interface Nearest {
  readonly phones: readonly FoundPhone[];
  readonly because: string;
}

/** @param terms the words as they were understood, one for each query of the criteria */
export async function findNearest(
  execute: Execute,
  criteria: Criteria,
  { terms, labels, scale }: { terms: readonly Term[]; labels: Labels; scale: Scale },
): Promise<Nearest | undefined> {
  const missing = `No ${describe(
    criteria,
    terms.map(({ shown }) => shown),
    labels,
  )}`;
  const maker = criteria.facets.has('category') ? undefined : await findMaker(execute, terms);
  for (const { without, say } of attempts(criteria, terms, maker)) {
    const phones = await findSome(execute, without, scale);
    if (phones.length > 0) return { phones, because: `${missing}: ${say}.` };
  }
  return undefined;
}

interface Attempt {
  readonly without: Criteria;
  readonly say: string;
}

type Chosen = FacetName | 'price' | 'battery' | 'within';

/** Ordered by what buyers give up first. */
const insteadOf: readonly (readonly [Chosen, string])[] = [
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
 * Facets are dropped one by one before any word, so that a search for a red iPhone shows iPhones of other colours and
 * not red phones of other makers. If no word is in any name, all words are dropped next and the facets kept: a gaming
 * phone under 200 is rather another phone at this price. Where words are dropped, the phones stay those of the maker that all words tell: for
 * "mi 11" no iPhone 11 is shown.
 */
function attempts(criteria: Criteria, terms: readonly Term[], maker: Maker | undefined): Attempt[] {
  const ofMaker = (each: Criteria): Criteria =>
    maker === undefined
      ? each
      : { ...each, facets: new Map([...each.facets, ['category', [maker.categoryId]]]) };
  const plain = { words: criteria.words, facets: new Map(), price: undefined, near: anyDistance(criteria) };
  const inUse = insteadOf.filter(([name]) => isInUse(criteria, name));
  const withoutOneFacet = inUse.map(([name, say]) => ({ without: withoutOne(criteria, name), say }));
  const wordsAlone = inUse.length > 1 ? [{ without: plain, say: 'these fit it, but not all filters' }] : [];
  const { words } = criteria;
  const all = [{ without: { ...plain, words: [] }, say: 'these are the newest phones' }];
  if (words.length === 0) return [...withoutOneFacet, ...all];
  const isChosen = inUse.length > 0;
  const fewer = leastSpecific(terms).flatMap(({ shown, place }) => {
    const left = words.filter((_word, each) => each !== place);
    const say = `these fit without “${shown}”`;
    const alone = { without: ofMaker({ ...plain, words: left }), say: `${say}, but not all filters` };
    return isChosen ? [{ without: ofMaker({ ...criteria, words: left }), say }, alone] : [{ ...alone, say }];
  });
  const singles = leastSpecific(terms)
    .toReversed()
    .map(({ shown, place }) => ({
      without: ofMaker({ ...plain, words: words.slice(place, place + 1) }),
      say: `these fit “${shown}”`,
    }));
  const wider = isChosen ? [criteria, plain] : [plain];
  const ofMakerAlone = wider.flatMap((each) =>
    maker === undefined
      ? []
      : [{ without: ofMaker({ ...each, words: [] }), say: `these are ${maker.name} phones` }],
  );
  const says = terms.map(({ shown }) => shown).join(' ');
  const chosenAlone =
    isChosen && terms.every(({ isName }) => !isName)
      ? [{ without: { ...criteria, words: [] }, say: `these fit without “${says}”` }]
      : [];
  return [
    ...withoutOneFacet,
    ...(plain.words.length > 0 ? wordsAlone : []),
    ...chosenAlone,
    ...(words.length > 1 ? fewer.slice(0, mostTries) : []),
    ...(words.length > 2 ? singles.slice(0, mostTries) : []),
    ...ofMakerAlone,
    ...all,
  ];
}

/** The maker of all models whose names have all words of a question, or else all that have one of them. */
async function findMaker(execute: Execute, terms: readonly Term[]): Promise<Maker | undefined> {
  const words = terms.flatMap(({ shown, isName }) =>
    isName && !shown.startsWith('not ') ? shown.split(' ') : [],
  );
  if (words.length === 0 || words.includes('or')) return undefined;
  const models = await findMakersOf(execute, words);
  const makerOf = (said: readonly string[]): Maker | undefined => {
    const makers = models.filter((model) => said.every((word) => model.words.includes(word)));
    const [first] = makers;
    return makers.every(({ categoryId }) => categoryId === first?.categoryId) ? first : undefined;
  };
  const sure = makerOf(words);
  if (sure !== undefined || models.some((model) => words.every((word) => model.words.includes(word))))
    return sure;
  return words.map((word) => makerOf([word])).find((maker) => maker !== undefined);
}

/**
 * Ordered by what is dropped first: words in no name, then numbers of models, which many makers use, then other words
 * of names from the end, so that "iphone" of "12 pro max iphone" is dropped last.
 */
const leastSpecific = (terms: readonly Term[]) =>
  terms
    .map(({ shown, isName }, place) => ({ shown, isName, place }))
    .toReversed()
    .toSorted((a, b) => specificityOf(a) - specificityOf(b) || a.shown.length - b.shown.length);

const specificityOf = ({ shown, isName }: { shown: string; isName: boolean }): number => {
  // What is not wanted goes before what is: "samsung not galaxy" is about Samsungs.
  if (shown.startsWith('not ')) return -1;
  if (!isName) return 0;
  return /\d/.test(shown) ? 1 : 2;
};

const mostTries = 6;

function isInUse({ facets, price, battery, near }: Criteria, name: Chosen): boolean {
  if (name === 'price') return price !== undefined;
  if (name === 'battery') return battery !== undefined;
  return name === 'within' ? near?.reach !== undefined : facets.has(name);
}

const anyDistance = ({ near }: Criteria): Criteria['near'] => near && { ...near, reach: undefined };

function withoutOne(criteria: Criteria, name: Chosen): Criteria {
  if (name === 'price') return { ...criteria, price: undefined };
  if (name === 'battery') return { ...criteria, battery: undefined };
  if (name === 'within') return { ...criteria, near: anyDistance(criteria) };
  return withoutFacets(criteria, [name]);
}

async function findSome(execute: Execute, criteria: Criteria, scale: Scale): Promise<readonly FoundPhone[]> {
  const estimate = await estimateMatches(execute, criteria);
  const order = criteria.near === undefined ? 'newest' : 'distance';
  if (isPageWalked(estimate, scale)) {
    const walk = { order, after: undefined, count: mostNearest, visits: scale.visits } as const;
    const walked = await walkIndexes(execute, criteria, walk);
    if (walked !== undefined) return walked;
  }
  const page = { order, after: undefined, count: mostNearest } as const;
  const gathered = await gatherPhones(execute, criteria, { countedFacets: [], most: scale.counted, page });
  return gathered.page;
}

/** "black iphone 13 in Dhaka" */
function describe(criteria: Criteria, shown: readonly string[], labels: Labels): string {
  const { near, battery } = criteria;
  const said = (name: FacetName): string[] => {
    const values = criteria.facets.get(name) ?? [];
    const texts = values.flatMap((value) => labels(name, value) ?? []);
    return texts.length === 0 ? [] : [texts.join(' or ')];
  };
  const lower = (name: FacetName): string[] => said(name).map((text) => text.toLowerCase());
  const name = shown.length > 0 ? `“${shown.join(' ')}”` : undefined;
  return [
    ...factFacetNames.toReversed().flatMap((facet) => (facet === 'storage' ? said(facet) : lower(facet))),
    ...said('category'),
    name ?? 'phone',
    ...lower('condition').map((text) => `in ${text}`),
    ...said('place').map((text) => `in ${text}`),
    ...(criteria.facets.has('verified') ? ['of a verified seller'] : []),
    ...(criteria.facets.has('advertised') ? ['that is advertised'] : []),
    ...(battery === undefined ? [] : [`with a battery of at least ${battery.percent}%`]),
    ...(isInUse(criteria, 'price') ? ['at this price'] : []),
    ...(near?.reach === undefined ? [] : [`within ${near.reach.km} km of ${near.name}`]),
  ].join(' ');
}
