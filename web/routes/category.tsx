import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, type MetaFunction, useParams, useSearchParams } from 'react-router';

import { useRoles } from '#web/layout/roles.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { type PageData, PageQueries, loadPage, skipLoading } from '#web/platform/page-data.tsx';
import { fullTitle, pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { CategoryHeading } from '#web/products/category-heading.tsx';
import { categoryQuery } from '#web/products/category-queries.ts';
import { MoreLink } from '#web/products/more-link.tsx';
import { useOwnProductIds } from '#web/products/own-product-ids.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { productsOfCategoryQuery } from '#web/products/product-queries.ts';
import { ProductsForSale } from '#web/reports/products-for-sale.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PhoneIcon } from '#web/ui/icons.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';

const titleOf = (name: string): string => `${name}: Available Device`;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  pageMeta({
    title: loaderData?.name === undefined ? 'Available Device' : titleOf(loaderData.name),
    description: 'Second-hand phones of one maker: price, condition, years of use, and who sells them.',
  });

export async function loader({
  params: { _id = '' },
  request,
  ...args
}: LoaderFunctionArgs): Promise<PageData & { readonly name?: string }> {
  let name: string | undefined;
  const page = await loadPage(args, async (client, send) => {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
    const [{ category }] = await Promise.all([
      client.fetchQuery(categoryQuery(send, _id)),
      client.fetchInfiniteQuery(productsOfCategoryQuery(send, _id, cursor)),
    ]);
    name = category;
  });
  return { ...page, name };
}

export const clientLoader = skipLoading;

export default function CategoryPage() {
  const { _id = '' } = useParams();
  return (
    <PageQueries>
      <AvailableDevices key={_id} _id={_id} />
    </PageQueries>
  );
}

/** An unknown category is the whole page's failure; everything else is told where it happened. */
const throwOnError = (error: unknown): boolean => isApiError(error, 404);

function AvailableDevices({ _id }: { _id: string }) {
  const category = useQuery({ ...categoryQuery(useSend(), _id), throwOnError });
  const name = category.data?.category;
  // Within the site the page opens before its category is known.
  useEffect(() => {
    if (name !== undefined) document.title = fullTitle(titleOf(name));
  }, [name]);
  return (
    <div className="grid gap-6 tablet:gap-8">
      <CategoryHeading category={category.data} />
      {category.isError && (
        <ErrorNotice
          error={category.error}
          onRetry={() => void category.refetch()}
          isRetrying={category.isFetching}
        />
      )}
      <Devices _id={_id} name={name ?? ''} />
    </div>
  );
}

function Devices({ _id, name }: { _id: string; name: string }) {
  const [search] = useSearchParams();
  const cursor = search.get('cursor') ?? undefined;
  const query = useInfiniteQuery({ ...productsOfCategoryQuery(useSend(), _id, cursor), throwOnError });
  const ownIds = useOwnProductIds(useRoles());
  const list = useRef<HTMLDivElement>(null);
  if (query.isPending) return <ProductGridSkeleton label="Loading the phones" count={8} />;
  if (query.data === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  const products = query.data.pages.flatMap(({ items }) => items);
  const next = query.data.pages.at(-1)?.nextCursor;
  const showMore = async (): Promise<void> => {
    await query.fetchNextPage();
    // The reader goes on with the first of the new ones.
    list.current?.querySelectorAll('li')[products.length]?.focus({ preventScroll: true });
  };
  if (products.length === 0) return <NothingHere name={name} />;
  return (
    <div ref={list}>
      <h2 className="sr-only">Phones for sale</h2>
      <ProductsForSale label="Phones for sale" products={products} ownIds={ownIds} isTop />
      {query.isFetchNextPageError && <ErrorNotice error={query.error} onRetry={() => void showMore()} />}
      {next !== undefined && (
        <MoreLink
          to={`${paths.category(_id)}?cursor=${next}`}
          isLoading={query.isFetchingNextPage}
          onMore={() => void showMore()}
        />
      )}
    </div>
  );
}

function NothingHere({ name }: { name: string }) {
  return (
    <EmptyState
      title={`No ${name} for sale at the moment`}
      icon={<PhoneIcon className="size-7" />}
      action={<LinkButton to={`${paths.home}#categories`}>See the other categories</LinkButton>}
    >
      New phones arrive every day. Look again later, or list your own: sellers do it in two minutes.
    </EmptyState>
  );
}
