/** What everybody gets alike and may be kept until it changes: calls, with what each shows, and pages. */
import { aboutPath, aboutTopics } from '#contract/about.ts';
import * as advertisements from '#contract/advertisements.ts';
import * as cities from '#contract/cities.ts';
import type { EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { isId } from '#contract/id.ts';
import * as privacy from '#contract/privacy.ts';
import * as products from '#contract/products.ts';
import * as search from '#contract/search.ts';
import * as usersPage from '#contract/users-page.ts';
import { advertisementTopic } from '#server/advertisements/service.ts';
import type { OnAnswer } from '#server/platform/http/http.ts';
import type { PublicAddress } from '#server/platform/cache/page-cache-addresses.ts';
import {
  categoryTopic,
  marketTopic,
  offerTopic,
  productTopic,
  returnTopic,
  topicsOf,
} from '#server/products/service.ts';
import { anySellerTopic, personTopic } from '#server/users/service.ts';

/**
 * What a change drops at once lasts so long at most: for a change that nobody tells, since its process died between
 * commit and telling, and for what a page shows of the time.
 */
const listMs = 10_000;

/** A search stands for any number of phones that it counts and does not show. */
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
  /** The fields of its query with which it is kept. */
  readonly query?: readonly string[];
  readonly maxAgeMs?: number;
  /** What its answer shows; absent for what changes with the program only. */
  readonly topics?: Topics<E>;
}

function publicCall<const E extends EndpointSpec>(endpoint: E, options: CallOptions<E> = {}): PublicCall {
  const { query = [], maxAgeMs = listMs, topics } = options;
  const path = `/api${endpoint.path}`;
  return {
    endpoint,
    address: { path, query, isParameter: isId, maxAgeMs, showsTopics: topics !== undefined },
    // Its own answers and input only are handed to it.
    topics: (topics ?? (() => [])) as PublicCall['topics'],
  };
}

const paging = ['limit', 'cursor'] as const;
const searchFields = Object.keys(search.SearchQuery.shape);
/** Under which a list hears of a phone that it does not show yet. */
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
    // A seller's own list is asked for by e-mail address: not kept.
    query: [...paging, 'id', 'seller'],
    topics: (cards, { query }) => [listTopic(query), ...topicsOf(cards)],
  }),
  publicCall(products.getProduct, { topics: (details) => topicsOf([details]) }),
  publicCall(products.listSimilar, {
    topics: (cards, { params: { _id } }) => [productTopic(_id), ...topicsOf(cards)],
  }),
  publicCall(usersPage.getPerson, { topics: ({ _id }) => [personTopic(_id)] }),
  publicCall(advertisements.listAdvertisements, {
    query: paging,
    topics: (cards) => [advertisementTopic, returnTopic, ...topicsOf(cards)],
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

const page = (path: string, options: Partial<PublicAddress> = {}): PublicAddress => ({
  path,
  query: [],
  isParameter: isId,
  maxAgeMs: listMs,
  showsTopics: true,
  ...options,
});

const stillPage = (path: string): PublicAddress => page(path, { showsTopics: false });

const publicPages: readonly PublicAddress[] = [
  page('/'),
  page('/home'),
  page('/category/:_id', { query: searchFields, maxAgeMs: searchMs }),
  page('/product/:_id'),
  page('/person/:_id', { query: ['cursor'] }),
  page('/search', { query: searchFields, maxAgeMs: searchMs }),
  stillPage('/blog'),
  ...aboutTopics.map(({ name }) => stillPage(aboutPath(name))),
  stillPage('/what-we-know'),
  stillPage('/login'),
  stillPage('/signup'),
  stillPage('/forgot-password'),
];

export const publicAddresses: readonly PublicAddress[] = [
  ...publicCalls.map(({ address }) => address),
  ...publicPages,
];

const callOf = new Map(publicCalls.map((call) => [call.endpoint, call]));

/**
 * Notes what an answer shows.
 *
 * @param noteIn where to; undefined where nobody wants to know
 */
export function noteShown(noteIn: () => Set<string> | undefined): OnAnswer {
  return (endpoint, input, answer) => {
    const topics = noteIn();
    if (topics === undefined) return;
    for (const topic of callOf.get(endpoint)?.topics(answer, input) ?? []) topics.add(topic);
  };
}
