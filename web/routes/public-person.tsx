import { useInfiniteQuery, useQuery, queryOptions } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type MetaFunction, useParams, useSearchParams } from 'react-router';

import noPhones from '#web/pictures/no-phones.svg';
import { isApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { LoadedQueries, loadQueries, skipLoader, type PageData } from '#web/platform/page-data.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useTitle } from '#web/platform/use-title.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { productsOfSellerQuery } from '#web/products/product-queries.ts';
import { FoundList } from '#web/sections/found-list.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { PersonIntro } from '#web/users/person-intro.tsx';

interface PersonPageData extends PageData {
  /** For the page's head; absent after a navigation within the site. */
  readonly name?: string;
}

/** A person's name is for those who deal with them, not for search engines. */
export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  pageMeta({ title: loaderData?.name ?? 'Person', isPrivate: true });

export const loader = async ({ params: { _id = '' }, request, ...args }: LoaderFunctionArgs) => {
  const cursor = cursorOf(new URL(request.url).searchParams);
  let name: string | undefined;
  const queries = await loadQueries(args, async (client, send) => {
    const phones = client.prefetchInfiniteQuery(productsOfSellerQuery(send, _id, cursor));
    name = (await client.fetchQuery(publicPersonQuery(send, _id))).name;
    await phones;
  });
  const answer: PersonPageData = { name, queries };
  return answer;
};

export const clientLoader = skipLoader;

const cursorOf = (params: URLSearchParams): string | undefined => params.get('cursor') ?? undefined;

export default function PersonPage() {
  const { _id = '' } = useParams();
  return (
    <LoadedQueries>
      <Person key={_id} _id={_id} />
    </LoadedQueries>
  );
}

/** A person who is unknown or has left shows the error page; other errors are shown where they occur. */
const throwOnError = (error: unknown): boolean => isApiError(error, 404) || isApiError(error, 410);

function Person({ _id }: { _id: string }) {
  const query = useQuery({ ...publicPersonQuery(useSend(), _id), throwOnError });
  useTitle(query.data?.name);
  if (query.isPending) {
    return (
      <LoadingRegion label="Loading the person" className="grid gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </LoadingRegion>
    );
  }
  if (query.data === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  return (
    <div className="grid gap-8">
      <PersonIntro person={query.data} />
      <section aria-labelledby="phones" className="grid gap-4">
        <h2 id="phones">Phones for sale</h2>
        <Phones _id={_id} name={query.data.name} />
      </section>
    </div>
  );
}

function Phones({ _id, name }: { _id: string; name: string }) {
  const [params] = useSearchParams();
  const query = useInfiniteQuery(productsOfSellerQuery(useSend(), _id, cursorOf(params)));
  if (query.isPending) return <ProductGridSkeleton label="Loading the phones" count={4} />;
  if (query.data === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  const products = query.data.pages.flatMap(({ items }) => items);
  if (products.length === 0) {
    return (
      <EmptyState title="No phones for sale" picture={noPhones}>
        {name} has no phone for sale at the moment.
      </EmptyState>
    );
  }
  const next = query.data.pages.at(-1)?.nextCursor;
  return (
    <FoundList
      label="Phones for sale"
      products={products}
      nextAddress={
        next === undefined ? undefined : `${paths.publicPerson(_id)}?${new URLSearchParams({ cursor: next })}`
      }
      isLoadingMore={query.isFetchingNextPage}
      moreError={query.isFetchNextPageError ? query.error : null}
      onMore={() => void query.fetchNextPage()}
    />
  );
}

/** A person's public page. */
const publicPersonQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.person(_id),
    queryFn: async ({ signal }) => {
      const { getPublicPerson } = await import('#contract/users-page.ts');
      return call(send, getPublicPerson, { params: { _id }, signal });
    },
  });
