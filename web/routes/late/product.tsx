import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';

import type { ProductDetails } from '#contract/products.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { PageQueries } from '#web/platform/page-data.tsx';
import { titleOf } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { productColumns } from '#web/products/product-columns.ts';
import { ProductFacts } from '#web/products/product-facts.tsx';
import { ProductGallery } from '#web/products/product-gallery.tsx';
import { productQuery, similarQuery } from '#web/products/product-page-queries.ts';
import { ProductPageSkeleton } from '#web/products/product-page-skeleton.tsx';
import { ProductSeller } from '#web/products/product-seller.tsx';
import { stepsTo } from '#web/products/steps-to-product.ts';
import { ProductOffer } from '#web/reports/product-offer.tsx';
import { ProductsForSale } from '#web/reports/products-for-sale.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';

export function ProductPage() {
  const { _id = '' } = useParams();
  return (
    <PageQueries>
      <Phone key={_id} _id={_id} />
    </PageQueries>
  );
}

/** An unknown phone is the whole page's failure; everything else is told where it happened. */
const throwOnError = (error: unknown): boolean => isApiError(error, 404);

function Phone({ _id }: { _id: string }) {
  const query = useQuery({ ...productQuery(useSend(), _id), throwOnError });
  const product = query.data;
  useEffect(() => {
    // The head was written before the browser knew which phone it is.
    if (product !== undefined) document.title = titleOf(product.model);
  }, [product]);
  if (query.isPending) return <ProductPageSkeleton />;
  if (product === undefined) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-start justify-between gap-4">
        <Breadcrumb steps={stepsTo(product)} here={product.model} />
        <ShareButton title={product.model} />
      </div>
      <div className={productColumns}>
        <ProductGallery product={product} />
        <div className="grid content-start gap-6">
          <ProductOffer product={product} />
          <ProductFacts product={product} />
          <Words text={product.description} />
          <section aria-labelledby="seller" className="grid gap-3">
            <h2 id="seller">Seller</h2>
            <ProductSeller {...product} />
          </section>
        </div>
      </div>
      <Similar product={product} />
    </div>
  );
}

/** What the seller wrote, line by line. */
function Words({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <section aria-labelledby="description" className="grid gap-2">
      <h2 id="description">Description</h2>
      <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
        {text}
      </p>
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
