import type { MetaDescriptor } from 'react-router';

import type { ProductDetails } from '#contract/products.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';

import { breadcrumbSchema, describeProduct, productSchema } from './product-schema.ts';
import { productBreadcrumb } from './product-breadcrumb.ts';

/**
 * The meta tags of a phone's page. Machines read them in the server's page, so the browser does not load this code.
 *
 * @param origin the site's public origin
 */
export function productHead(product: ProductDetails, origin: string): MetaDescriptor[] {
  const absolute = (path: string): string => new URL(path, origin).href;
  const here = { name: product.model, to: paths.product(product._id) };
  const address = absolute(here.to);
  const [photo] = product.photos;
  return [
    ...pageMeta(
      {
        title: product.model,
        description: describeProduct(product),
        type: 'product',
        path: here.to,
        picture: photo && { ...photo, alt: `Photo of ${product.model}` },
      },
      origin,
    ),
    { property: 'product:price:amount', content: product.sell.toFixed(2) },
    { property: 'product:price:currency', content: 'USD' },
    { 'script:ld+json': productSchema(product, address, absolute) },
    { 'script:ld+json': breadcrumbSchema([...productBreadcrumb(product), here], absolute) },
  ];
}
