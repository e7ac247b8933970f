import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs, MetaFunction } from 'react-router';

import { advertisementsQuery, productOf } from '#web/advertisements/advertisements-query.ts';
import { NoAdvertisement } from '#web/advertisements/no-advertisement.tsx';
import { LoadedQueries, loadQueries, openAtOnce } from '#web/platform/page-data.tsx';
import { pageMeta, publicAddress, sharedHousePicture } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { CategoryGrid, CategoryGridSkeleton } from '#web/products/category-grid.tsx';
import { categoriesQuery } from '#web/products/category-queries.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { Promises } from '#web/products/promises.tsx';
import { ProductsForSale } from '#web/sections/products-for-sale.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Pager } from '#web/ui/pager.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    address: publicAddress(matches, paths.home),
    picture: sharedHousePicture(matches),
    title: 'Second-hand phones',
    description: 'More than 50 categories of second-hand phones, each sold by the person who used it.',
  });

export const loader = async (args: LoaderFunctionArgs) => ({
  queries: await loadQueries(args, (client, send) =>
    Promise.all([
      client.fetchQuery(categoriesQuery(send)),
      client.fetchInfiniteQuery(advertisementsQuery(send)),
    ]),
  ),
});

export const clientLoader = openAtOnce;

export default function HomePage() {
  return (
    <LoadedQueries>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 tablet:gap-16">
        <Intro />
        <AdvertisementSection />
        <Promises />
        <Categories />
      </div>
    </LoadedQueries>
  );
}

/** One sentence that carries the claim (spec section 1), as wide in every face: `ch` would change when ours arrives. */
function Intro() {
  return (
    <section className="claim">
      <h1 className="max-w-[14.73em] text-head tablet:text-claim">
        More than 50 categories of second-hand phones, each sold by the person who used it.
      </h1>
      <LinkButton to="#categories">Find a phone</LinkButton>
    </section>
  );
}

function AdvertisementSection() {
  return (
    <section aria-labelledby="advertisement" className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:gap-6">
      <h2 id="advertisement" className="text-title tablet:text-head">
        Advertisement
      </h2>
      <Advertised />
    </section>
  );
}

function Advertised() {
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(advertisementsQuery(useSend()));
  if (isPending) return <ProductGridSkeleton label="Loading the advertisements" count={4} />;
  if (data === undefined) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const products = data.pages.flatMap(({ items }) => items.map(productOf));
  if (products.length === 0) return <NoAdvertisement />;
  return (
    <div>
      <ProductsForSale label="Advertised phones" products={products} isTop />
      <Pager hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  );
}

function Categories() {
  const { data, error, isPending, isFetching, refetch } = useQuery(categoriesQuery(useSend()));
  return (
    <section
      id="categories"
      aria-labelledby="available-categories"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:gap-6"
    >
      <h2 id="available-categories" className="text-title tablet:text-head">
        Available Product category
      </h2>
      {isPending && <CategoryGridSkeleton />}
      {error !== null && data === undefined && (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data !== undefined && <CategoryGrid categories={data} />}
    </section>
  );
}
