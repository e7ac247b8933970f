import { type LoaderFunctionArgs, type MetaArgs, data } from 'react-router';

import type { ProductDetails } from '#contract/products.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { latePage } from '#web/platform/late-page.tsx';
import { loadPage } from '#web/platform/page-data.tsx';
import { pageMeta, publicAddress } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { productQuery, similarQuery } from '#web/products/product-page-queries.ts';
import { breadcrumbSchema, describeProduct, productSchema } from '#web/products/product-schema.ts';
import { isLongSold } from '#web/products/sold-page.ts';
import { stepsTo } from '#web/products/steps-to-product.ts';

interface ProductPageData {
  /** For the page's head; absent where the browser itself came here. */
  readonly product?: ProductDetails;
}

export const loader = async ({ params: { _id = '' }, ...args }: LoaderFunctionArgs) => {
  let product: ProductDetails | undefined;
  await loadPage(args, async (client, send) => {
    const similar = client.prefetchQuery(similarQuery(send, _id));
    product = await client.fetchQuery(productQuery(send, _id)).catch(throwGone);
    await similar;
  });
  const isGone = product !== undefined && isLongSold(product, Date.now());
  return data<ProductPageData>({ product }, { status: isGone ? 410 : 200 });
};

/** What an admin took off the site is gone for good, which a call, answering 404, does not say. */
function throwGone(error: unknown): never {
  if (isApiError(error, 'products.taken-down')) throw data({ message: error.message }, { status: 410 });
  throw error;
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  const product = loaderData?.product;
  if (product === undefined) return pageMeta({ title: 'Phone' });
  const address = publicAddress(matches, paths.product(product._id));
  const absolute = (path: string): string => publicAddress(matches, path) ?? path;
  const [photo] = product.photos;
  const head = pageMeta({
    title: product.model,
    description: describeProduct(product),
    type: 'product',
    address,
    picture: photo && { ...photo, url: absolute(photo.url), alt: `Photo of ${product.model}` },
  });
  const here = { name: product.model, to: paths.product(product._id) };
  return [
    ...head,
    { property: 'product:price:amount', content: product.sell.toFixed(2) },
    { property: 'product:price:currency', content: 'USD' },
    { 'script:ld+json': productSchema(product, address ?? here.to, absolute) },
    { 'script:ld+json': breadcrumbSchema([...stepsTo(product), here], absolute) },
  ];
};

const { Page, clientLoader } = latePage(async () => (await import('./late/product.tsx')).ProductPage);

export { clientLoader };

export default Page;
