/** A phone as schema.org data, for machines that read its page. */
import type { ProductState } from '#contract/products-machine.ts';
import type { ProductDetails } from '#contract/products.ts';
import { capitalised, storageAndColour } from '#contract/phone-words.ts';

import { truncateText } from '#web/ui/truncate-text.ts';

import { describeFacts } from './fact-words.ts';

/** Makes a path of ours an absolute URL. */
type Absolute = (path: string) => string;

const availability = {
  live: 'InStock',
  paused: 'OutOfStock',
  reserved: 'OutOfStock',
  sold: 'SoldOut',
  sold_elsewhere: 'SoldOut',
  withdrawn: 'Discontinued',
  hidden: 'Discontinued',
  removed: 'Discontinued',
} as const satisfies Record<ProductState, string>;

const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value });

/** schema.org/Product with its one Offer. */
export const productSchema = (product: ProductDetails, address: string, absolute: Absolute) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: product.model,
  description: describeProduct(product),
  sku: product._id,
  url: address,
  image: product.photos.map(({ url }) => absolute(url)),
  category: product.category,
  brand: { '@type': 'Brand', name: product.category },
  color: product.colour === undefined ? undefined : capitalised(product.colour),
  itemCondition: 'https://schema.org/UsedCondition',
  additionalProperty: [
    property('Condition', product.condition),
    // schema.org has a separate property for the colour.
    ...describeFacts(product).flatMap(({ name, label, text }) =>
      name === 'colour' ? [] : [property(label, text)],
    ),
  ],
  offers: {
    '@type': 'Offer',
    url: address,
    price: product.sell.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${availability[product.state]}`,
    itemCondition: 'https://schema.org/UsedCondition',
    seller: { '@type': 'Person', name: product.name },
    availableAtOrFrom: { '@type': 'Place', name: product.location },
  },
});

/** schema.org/BreadcrumbList: the pages above this one, and last this page itself. */
export const breadcrumbSchema = (
  steps: readonly { readonly name: string; readonly to: string }[],
  absolute: Absolute,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(to),
  })),
});

const most = 200;

/** One or two sentences about a phone: its facts, then the beginning of the seller's description. */
export function describeProduct(product: ProductDetails): string {
  const { condition, useYear, location, description } = product;
  const facts = [
    condition,
    ...storageAndColour(product),
    ...(/^\d+$/.test(useYear) ? [`used for ${useYear} ${useYear === '1' ? 'year' : 'years'}`] : []),
    `in ${location}`,
  ];
  const text = `${facts.join(', ')}. ${description}`.replaceAll(/\s+/g, ' ').trim();
  return truncateText(text, most);
}
