/** The calls and pages that are the same for everybody and may be cached, with the topics of each. */
import * as advertisements from '#contract/advertisements.ts';
import * as cities from '#contract/cities.ts';
import type { EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { isId } from '#contract/id.ts';
import { listPublicPages } from '#contract/pages.ts';
import * as privacy from '#contract/privacy.ts';
import * as products from '#contract/products.ts';
import * as search from '#contract/search.ts';
import * as usersPage from '#contract/users-page.ts';
import { advertisementTopic } from '#server/advertisements/service.ts';
import type { OnAnswer } from '#server/platform/http/http.ts';
import type { PublicAddress } from '#server/platform/cache/public-addresses.ts';
import {
  categoryTopic,
  marketTopic,
  offerTopic,
  productTopic,
  liveAgainTopic,
  topicsOf,
} from '#server/products/service.ts';
import { anySellerTopic, personTopic } from '#server/users/service.ts';

/**
 * The maximum age of answers that changes invalidate: in case a change was not published because its process was killed
 * after the commit, and for times and dates that a page shows.
 */
const listMs = 10_000;

/** The maximum age of a search. It counts phones that it does not show, and changes of these do not invalidate it. */
const searchMs = 5_000;

interface PublicCall {
  readonly endpoint: EndpointSpec;
  readonly address: PublicAddress;
  readonly topics: (answer: unknown, input: unknown) => readonly string[];
}

type Topics<E extends EndpointSpec> = (
  answer: ReplyOf<E>,
  input: { readonly params: ParamsOf<E>; readonly query: QueryOf<E> },
) => readonly string[];

interface CallOptions<E extends EndpointSpec> {
  /** The fields that the query may have. */
  readonly query?: readonly string[];
  readonly maxAgeMs?: number;
  /** The topics of the answer; absent if it changes only with a release. */
  readonly topics?: Topics<E>;
}

function publicCall<const E extends EndpointSpec>(endpoint: E, options: CallOptions<E> = {}): PublicCall {
  const { query = [], maxAgeMs = listMs, topics } = options;
  const path = `/api${endpoint.path}`;
  return {
    endpoint,
    address: { path, query, isParameter: isId, maxAgeMs, showsTopics: topics !== undefined },
    // It is only called with the input and answers of this endpoint.
    topics: (topics ?? (() => [])) as PublicCall['topics'],
  };
}

const paging = ['limit', 'cursor'] as const;
const searchFields = Object.keys(search.SearchQuery.shape);
/** The topic under which a list is invalidated by a phone that it does not show yet. */
const listTopic = ({ id, seller }: { id?: string | undefined; seller?: string | undefined }): string => {
  if (id !== undefined) return categoryTopic(id);
  return seller === undefined ? marketTopic : offerTopic(seller);
};

const searchTopics = [marketTopic, anySellerTopic, advertisementTopic];

const publicCalls: readonly PublicCall[] = [
  publicCall(products.listCategories),
  publicCall(products.getMarket),
  publicCall(products.getCategory),
  publicCall(cities.listCities, { query: ['q'] }),
  publicCall(products.listDevices, { query: ['categoryId'] }),
  publicCall(products.listProducts, {
    // A seller's own list is requested by e-mail address, and not cached.
    query: [...paging, 'id', 'seller'],
    topics: (cards, { query }) => [listTopic(query), ...topicsOf(cards)],
  }),
  publicCall(products.getProduct, { topics: (details) => topicsOf([details]) }),
  publicCall(products.listSimilar, {
    topics: (cards, { params: { _id } }) => [productTopic(_id), ...topicsOf(cards)],
  }),
  publicCall(usersPage.getPublicPerson, { topics: ({ _id }) => [personTopic(_id)] }),
  publicCall(advertisements.listAdvertisements, {
    query: paging,
    topics: (cards) => [advertisementTopic, liveAgainTopic, ...topicsOf(cards)],
  }),
  publicCall(search.searchProducts, {
    query: searchFields,
    maxAgeMs: searchMs,
    topics: ({ products: found, nearest }) => [
      ...searchTopics,
      ...topicsOf(found),
      ...topicsOf(nearest?.products ?? []),
    ],
  }),
  publicCall(privacy.listStoredData),
  publicCall(search.suggest, { query: ['q'], maxAgeMs: searchMs, topics: () => searchTopics }),
];

const cachedPages = listPublicPages().flatMap(({ path, cache }): PublicAddress[] => {
  if (cache === undefined) return [];
  const { until, query = [], parameters } = cache;
  return [
    {
      path,
      query: query === 'search' ? searchFields : query,
      isParameter: parameters === undefined ? isId : (value) => parameters.includes(value),
      maxAgeMs: query === 'search' ? searchMs : listMs,
      showsTopics: until === 'market',
    },
  ];
});

export const publicAddresses: readonly PublicAddress[] = [
  ...publicCalls.map(({ address }) => address),
  ...cachedPages,
];

const callOf = new Map(publicCalls.map((call) => [call.endpoint, call]));

/**
 * Adds the topics of each call's answer to the collection of the page that made the call.
 *
 * @param currentTopics returns the collection; undefined if topics are not collected
 */
export function collectTopics(currentTopics: () => Set<string> | undefined): OnAnswer {
  return (endpoint, input, answer) => {
    const topics = currentTopics();
    if (topics === undefined) return;
    for (const topic of callOf.get(endpoint)?.topics(answer, input) ?? []) topics.add(topic);
  };
}
