import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link, type LoaderFunctionArgs, type MetaFunction } from 'react-router';

import { advertisementsQuery, productOf } from '#web/advertisements/advertisements-query.ts';
import noPhones from '#web/pictures/no-phones.svg';
import { LoadedQueries, loadQueries, skipLoader } from '#web/platform/page-data.ts';
import { originOf, pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { CategoryGrid, CategoryGridSkeleton } from '#web/products/category-grid.tsx';
import { categoriesQuery } from '#web/products/category-queries.ts';
import { marketQuery, newestProductsQuery } from '#web/products/home-queries.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { IntroductionSlides } from '#web/products/introduction-slides.tsx';
import { SearchField } from '#web/search/search-field.tsx';
import { ProductsForSale } from '#web/sections/products-for-sale.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorNotice, EmptyState } from '#web/ui/notices.tsx';
import { Pager } from '#web/ui/pager.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Second-hand phones',
      description: 'More than 50 categories of second-hand phones, each sold by the person who used it.',
      path: paths.home,
    },
    originOf(matches),
  );

export const loader = async (args: LoaderFunctionArgs) => ({
  queries: await loadQueries(args, (client, send) =>
    Promise.all([
      client.fetchQuery(categoriesQuery(send)),
      client.fetchQuery(marketQuery(send)),
      client.fetchQuery(newestProductsQuery(send)),
      client.fetchInfiniteQuery(advertisementsQuery(send)),
    ]),
  ),
});

export const clientLoader = skipLoader;

export default function HomePage() {
  return (
    <LoadedQueries>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 tablet:gap-14">
        <Intro />
        <Section id="advertisement" title="Advertisement">
          <Advertised />
        </Section>
        <JustListed />
        <IntroductionSlides />
        <Section id="categories" title="Available Product category">
          <Categories />
        </Section>
      </div>
    </LoadedQueries>
  );
}

/**
 * The home page's opening sentence. Its width is the same in every font, as one in `ch` would not be.
 */
function Intro() {
  return (
    <section className="claim">
      <h1 className="max-w-[14.73em] text-head tablet:text-claim">
        More than 50 categories of second-hand phones, each sold by the person who used it.
      </h1>
      <SearchField />
      <PopularModels />
      <p className="flex flex-wrap gap-2">
        <LinkButton to="#categories" variant="quiet">
          Find a phone
        </LinkButton>
        <LinkButton to={paths.addProduct} variant="quiet">
          Sell your phone
        </LinkButton>
      </p>
    </section>
  );
}

/** Links to the models with the most offers. */
function PopularModels() {
  const { data, isPending } = useQuery(marketQuery(useSend()));
  // As high as the content, one row on a phone and two elsewhere, so that the opening sentence does not move.
  if (isPending) return <div className="h-11 tablet:h-24" />;
  if (data === undefined || data.models.length === 0) return null;
  return (
    <nav aria-label="Popular models" className="w-full">
      <ul className="chip-row">
        {data.models.map(({ name }) => (
          <li key={name}>
            <Link to={paths.searchFor(name)} className="model-chip">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:gap-6"
    >
      <h2 id={`${id}-title`} className="text-title tablet:text-head">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Advertised() {
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(advertisementsQuery(useSend()));
  const list = useRef<HTMLDivElement>(null);
  if (isPending) return <ProductGridSkeleton label="Loading the advertisements" count={4} />;
  if (data === undefined) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const products = data.pages.flatMap(({ items }) => items.map(productOf));
  if (products.length === 0) return <NoAdvertisement />;
  return (
    <div ref={list}>
      <ProductsForSale label="Advertised phones" products={products} isTop />
      <Pager
        list={list}
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        onMore={() => fetchNextPage()}
      />
    </div>
  );
}

/** How many phones "Just listed" shows: a row of the widest screen. */
const justListedCount = 4;

/**
 * The newest phones that are not advertised above; renders nothing if there are none, since the categories show that,
 * too.
 */
function JustListed() {
  const send = useSend();
  const { data: newest = [] } = useQuery(newestProductsQuery(send));
  const { data: advertised } = useInfiniteQuery(advertisementsQuery(send));
  const shownAbove = new Set(advertised?.pages.flatMap(({ items }) => items.map(({ uniqId }) => uniqId)));
  const products = newest.filter(({ _id }) => !shownAbove.has(_id)).slice(0, justListedCount);
  if (products.length === 0) return null;
  return (
    <Section id="just-listed" title="Just listed">
      <div className="just-listed">
        <ProductsForSale label="Just listed" products={products} />
      </div>
    </Section>
  );
}

function Categories() {
  const send = useSend();
  const { data, error, isPending, isFetching, refetch } = useQuery(categoriesQuery(send));
  const { data: market } = useQuery(marketQuery(send));
  if (isPending) return <CategoryGridSkeleton />;
  if (data === undefined) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const counts = new Map(market?.categories.map(({ _id, count }) => [_id, count]));
  return <CategoryGrid categories={data} counts={market === undefined ? undefined : counts} />;
}

/** If nothing is advertised. */
function NoAdvertisement() {
  return (
    <EmptyState title="No Advertisement Running" picture={noPhones}>
      Sellers can advertise their phones here: under My Products, with To Ads.
    </EmptyState>
  );
}
