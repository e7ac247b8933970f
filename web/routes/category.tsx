import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
  useSearchParams,
} from 'react-router';

import type { Product, Category } from '#contract/products.ts';
import noPhones from '#web/pictures/no-phones.svg';
import { isApiError } from '#web/platform/api-error.ts';
import { LoadedQueries, loadQueries, skipLoader } from '#web/platform/page-data.ts';
import { originOf, pageMeta, type SharedPicture } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useTitle } from '#web/platform/use-title.ts';
import { categoryQuery } from '#web/products/category-queries.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { productsOfCategoryQuery } from '#web/products/product-queries.ts';
import { loadSearch, searchOfRequest, type SearchPageData } from '#web/search/load-search.ts';
import { isFiltered, ofCategory, readSearch } from '#web/search/search-address.ts';
import { CategorySearch } from '#web/sections/category-search.tsx';
import { FoundList } from '#web/sections/found-list.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const meta: MetaFunction<typeof loader> = ({ matches, location, loaderData, params: { _id = '' } }) =>
  pageMeta(
    {
      title: categoryTitle(loaderData?.name),
      description: 'Second-hand phones of one maker, with price, condition and seller.',
      isPrivate: isFiltered(readSearch(new URLSearchParams(location.search))),
      path: paths.category(_id),
      picture: loaderData?.picture,
    },
    originOf(matches),
  );

export const loader = async ({ params: { _id = '' }, request, ...args }: LoaderFunctionArgs) => {
  const fields = searchOfRequest(request, paths.category(_id));
  if (isFiltered(fields)) {
    return loadSearch(args, ofCategory(_id, fields), (client, send) => nameOf(client, send, _id));
  }
  let name: string | undefined;
  let picture: SharedPicture | undefined;
  const queries = await loadQueries(args, async (client, send) => {
    const [found, phones] = await Promise.all([
      nameOf(client, send, _id),
      client.fetchInfiniteQuery(productsOfCategoryQuery(send, _id, fields.cursor)),
    ]);
    name = found;
    picture = pictureOf(phones.pages[0]?.items[0]);
  });
  const answer: SearchPageData = { name, picture, queries };
  return answer;
};

export const clientLoader = skipLoader;

/** The photo of the newest phone. */
const pictureOf = (newest: Product | undefined): SharedPicture | undefined =>
  newest?.picture && {
    url: newest.image,
    width: newest.picture.width,
    height: newest.picture.height,
    alt: `Photo of ${newest.model}`,
  };

async function nameOf(client: QueryClient, send: Send, _id: string): Promise<string> {
  const { category } = await client.fetchQuery(categoryQuery(send, _id));
  return category;
}

export default function CategoryPage() {
  const { _id = '' } = useParams();
  return (
    <LoadedQueries>
      <AvailableDevices key={_id} _id={_id} />
    </LoadedQueries>
  );
}

/** An unknown category shows the error page; other errors are shown where they occur. */
const throwOnError = (error: unknown): boolean => isApiError(error, 404);

function AvailableDevices({ _id }: { _id: string }) {
  const category = useQuery({ ...categoryQuery(useSend(), _id), throwOnError });
  const [params] = useSearchParams();
  const fields = useMemo(() => readSearch(params), [params]);
  const { refusal } = useLoaderData<SearchPageData>();
  const name = category.data?.category;
  useTitle(name === undefined ? undefined : categoryTitle(name));
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
      <CategorySearch _id={_id} fields={fields} refusal={refusal}>
        <Devices _id={_id} name={name ?? ''} cursor={fields.cursor} />
      </CategorySearch>
    </div>
  );
}

interface DevicesProps {
  readonly _id: string;
  readonly name: string;
  readonly cursor: string | undefined;
}

function Devices({ _id, name, cursor }: DevicesProps) {
  const query = useInfiniteQuery({ ...productsOfCategoryQuery(useSend(), _id, cursor), throwOnError });
  if (query.isPending) return <ProductGridSkeleton label="Loading the phones" count={8} />;
  if (query.data === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  const products = query.data.pages.flatMap(({ items }) => items);
  const next = query.data.pages.at(-1)?.nextCursor;
  if (products.length === 0) return <NothingHere name={name} />;
  return (
    <FoundList
      label="Phones for sale"
      products={products}
      nextAddress={next === undefined ? undefined : `${paths.category(_id)}?cursor=${next}`}
      isLoadingMore={query.isFetchingNextPage}
      moreError={query.isFetchNextPageError ? query.error : null}
      onMore={() => void query.fetchNextPage()}
    />
  );
}

function NothingHere({ name }: { name: string }) {
  return (
    <EmptyState
      title={`No ${name} for sale at the moment`}
      picture={noPhones}
      action={<LinkButton to={`${paths.home}#categories`}>See the other categories</LinkButton>}
    >
      New phones arrive every day. Look again later, or list your own.
    </EmptyState>
  );
}

/** The heading of a category's page. */
function CategoryHeading({ category }: { category: Category | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {category === undefined ? (
        <Skeleton className="size-16 rounded-pill" />
      ) : (
        <img src={category.img} alt="" width={64} height={64} className="size-16 rounded-pill" />
      )}
      <div className="grid grow basis-40 gap-1">
        <h1 className="text-head">Available Device</h1>
        {category === undefined ? (
          <Skeleton className="h-7 w-28" />
        ) : (
          <p className="text-lead text-quiet wrap-anywhere">{category.category}</p>
        )}
      </div>
    </div>
  );
}

/** The title of a category's page; without a name until it is known. */
const categoryTitle = (name: string | undefined): string =>
  name === undefined ? 'Available Device' : `${name}: Available Device`;
