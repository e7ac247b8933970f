import { useQuery } from '@tanstack/react-query';
import { data, type LoaderFunctionArgs, type MetaArgs, type MetaDescriptor, useParams } from 'react-router';

import type { ProductDetails } from '#contract/products.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { LoadedQueries, loadQueries, skipLoader, type PageData } from '#web/platform/page-data.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useTitle } from '#web/platform/use-title.ts';
import { ProductFacts } from '#web/products/product-facts.tsx';
import { productHead } from '#web/products/product-head.ts';
import { productQuery, similarQuery } from '#web/products/product-page-queries.ts';
import { productColumns, ProductPageSkeleton } from '#web/products/product-page-skeleton.tsx';
import { isLongSold } from '#web/products/sold-page.ts';
import { productBreadcrumb } from '#web/products/product-breadcrumb.ts';
import { ProductOffer } from '#web/sections/product-offer.tsx';
import { ProductsForSale } from '#web/sections/products-for-sale.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Gallery } from '#web/ui/gallery.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';

interface ProductPageData extends PageData {
  /** Only in the server's page: within the site the page sets its title itself. */
  readonly head?: MetaDescriptor[];
}

export const loader = async ({ params: { _id = '' }, request, ...args }: LoaderFunctionArgs) => {
  let product: ProductDetails | undefined;
  const queries = await loadQueries(args, async (client, send) => {
    const similar = client.prefetchQuery(similarQuery(send, _id));
    product = await client.fetchQuery(productQuery(send, _id)).catch(throwGone);
    await similar;
  });
  const isGone = product !== undefined && isLongSold(product, Date.now());
  // On the server, requests have the public URL.
  const head = product && productHead(product, new URL(request.url).origin);
  return data<ProductPageData>({ head, queries }, { status: isGone ? 410 : 200 });
};

/** A phone that an admin removed is gone permanently; the API answers only 404. */
function throwGone(error: unknown): never {
  if (isApiError(error, 'products.taken-down')) throw data({ message: error.message }, { status: 410 });
  throw error;
}

export const clientLoader = skipLoader;

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData?.head ?? pageMeta({ title: 'Phone' });

export default function ProductPage() {
  const { _id = '' } = useParams();
  return (
    <LoadedQueries>
      <Phone key={_id} _id={_id} />
    </LoadedQueries>
  );
}

/** An unknown phone shows the error page; other errors are shown where they occur. */
const throwOnError = (error: unknown, { state }: { state: { data: unknown } }): boolean =>
  isApiError(error, 404) && state.data === undefined;

/** Only people whom a change concerns get a live update; everybody else's page refetches while it is visible. */
const refetchInterval = 60_000;

function Phone({ _id }: { _id: string }) {
  const query = useQuery({ ...productQuery(useSend(), _id), throwOnError, refetchInterval });
  // Somebody who is reading the page, or filling in its dialog, keeps it when the phone is taken away.
  const product = isApiError(query.error, 404)
    ? query.data && { ...query.data, state: 'withdrawn' as const }
    : query.data;
  useTitle(product?.model);
  if (query.isPending) return <ProductPageSkeleton />;
  if (product === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="min-w-0 grow basis-40">
          <Breadcrumb steps={productBreadcrumb(product)} here={product.model} />
        </div>
        <ShareButton title={product.model} />
      </div>
      <div className={productColumns}>
        <ProductGallery product={product} />
        <ProductOffer product={product} />
        <div className="grid content-start gap-6">
          <section aria-labelledby="facts" className="grid gap-2">
            <h2 id="facts">What it is</h2>
            <ProductFacts product={product} />
          </section>
          <Words text={product.description} />
        </div>
      </div>
      <Similar product={product} />
    </div>
  );
}

/** The seller's description, line by line. */
function Words({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <section aria-labelledby="description" className="grid gap-2">
      <h2 id="description">Description</h2>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>
    </section>
  );
}

function Similar({ product }: { product: ProductDetails }) {
  const { data: similar, error, refetch, isFetching } = useQuery(similarQuery(useSend(), product._id));
  return (
    <section aria-labelledby="similar" className="grid gap-4 pt-8">
      <h2 id="similar">Similar phones</h2>
      {similar === undefined && error !== null && (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {similar !== undefined && similar.length > 0 && (
        <ProductsForSale label="Similar phones" products={similar} />
      )}
      <LinkButton to={paths.category(product.categoryId)} variant="quiet" className="justify-self-start">
        All {product.category} phones
      </LinkButton>
    </section>
  );
}

/** The widths of the page's columns. */
const sizes = '(width >= 80rem) 36rem, (width >= 48rem) 46vw, calc(100vw - 2rem)';

/** A phone's photos, in its seller's order. */
function ProductGallery({ product: { model, photos } }: { product: ProductDetails }) {
  return <Gallery subject={model} photos={photos} sizes={sizes} />;
}
