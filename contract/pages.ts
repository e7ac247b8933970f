/**
 * The pages that people open without signing in. Each is described once: routes, links, the page cache, the site map
 * and the measurement of its JavaScript are made from this list. Its title and its head are in its module in
 * web/routes.
 */
import { aboutPath, aboutTopics } from './about.ts';

/** Their addresses, with parameters as `:name`. */
export const pagePaths = {
  home: '/',
  homeByName: '/home',
  category: '/category/:_id',
  product: '/product/:_id',
  publicPerson: '/person/:_id',
  search: '/search',
  blog: '/blog',
  about: '/about/:topic',
  goodbye: '/goodbye',
  whatWeKnow: '/what-we-know',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  secureAccount: '/secure-account',
  unsubscribe: '/unsubscribe',
  undoAddressChange: '/undo-address-change',
} as const;
export type PageName = keyof typeof pagePaths;

export interface PublicPage {
  /** Its module in web/routes. */
  readonly module: string;
  /**
   * Absent for a page that is rendered for each request, such as the pages of links in mails. Such a page also exports
   * `handle = { isPersonal: true }`, so that no other cache stores it.
   */
  readonly cache?: PageCacheRule;
  /** Its addresses in the site map; those of categories and phones are read from the database. */
  readonly siteMap?: readonly string[];
  /** Absent for another address of the same page. */
  readonly weight?: PageWeight;
}

interface PageCacheRule {
  /**
   * When cached copies become invalid. `market`: when a topic that it shows changes. `release`: with a new version of
   * the program only.
   */
  readonly until: 'market' | 'release';
  /** The parameters that its query may have; `search` for those of a search. */
  readonly query?: readonly string[] | 'search';
  /** The values that its path parameter may have; default any id. */
  readonly parameters?: readonly string[];
}

interface PageWeight {
  /** How much JavaScript it may load by itself: `entrance` for logging in and signing up, `form` for other forms. */
  readonly budget: 'usual' | 'entrance' | 'form';
  /** An address to measure; default its own. `:category`, `:product` and `:seller` are replaced by ids. */
  readonly example?: string;
}

const topics = aboutTopics.map(({ name }) => name);

const publicPages: Readonly<Record<PageName, PublicPage>> = {
  home: { module: 'home', cache: { until: 'market' }, siteMap: ['/'], weight: { budget: 'usual' } },
  homeByName: { module: 'home', cache: { until: 'market' } },
  category: {
    module: 'category',
    cache: { until: 'market', query: 'search' },
    weight: { budget: 'usual', example: '/category/:category' },
  },
  product: {
    module: 'product',
    cache: { until: 'market' },
    weight: { budget: 'usual', example: '/product/:product' },
  },
  publicPerson: {
    module: 'public-person',
    cache: { until: 'market', query: ['cursor'] },
    weight: { budget: 'usual', example: '/person/:seller' },
  },
  search: {
    module: 'search',
    cache: { until: 'market', query: 'search' },
    weight: { budget: 'usual', example: '/search?q=galaxy' },
  },
  blog: { module: 'blog', cache: { until: 'release' }, siteMap: ['/blog'], weight: { budget: 'usual' } },
  about: {
    module: 'about',
    cache: { until: 'release', parameters: topics },
    siteMap: topics.map(aboutPath),
    weight: { budget: 'usual', example: '/about/how-it-works' },
  },
  goodbye: { module: 'goodbye', weight: { budget: 'usual' } },
  whatWeKnow: {
    module: 'what-we-know',
    cache: { until: 'release' },
    siteMap: ['/what-we-know'],
    weight: { budget: 'usual' },
  },
  login: { module: 'login', cache: { until: 'release' }, weight: { budget: 'entrance' } },
  signup: { module: 'signup', cache: { until: 'release' }, weight: { budget: 'entrance' } },
  forgotPassword: { module: 'forgot-password', cache: { until: 'release' }, weight: { budget: 'form' } },
  resetPassword: {
    module: 'reset-password',
    weight: { budget: 'form', example: '/reset-password?token=none' },
  },
  confirmEmail: { module: 'confirm-email', weight: { budget: 'usual' } },
  secureAccount: { module: 'secure-account', weight: { budget: 'form' } },
  unsubscribe: { module: 'unsubscribe', weight: { budget: 'usual' } },
  undoAddressChange: { module: 'undo-address-change', weight: { budget: 'form' } },
};

/** All pages with their names and addresses. */
export const listPublicPages = (): readonly (PublicPage & {
  readonly name: PageName;
  readonly path: string;
})[] =>
  // The type of Object.keys loses the names of the table.
  (Object.keys(publicPages) as PageName[]).map((name) => ({
    ...publicPages[name],
    name,
    path: pagePaths[name],
  }));
