/** The product's own cards in the product's own grid, with plain links as actions: no router, no data layer. */
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

import type { Product } from '#contract/products.ts';
import { ProductCard } from '#web/products/product-card.tsx';
import { ProductGrid } from '#web/products/product-grid.tsx';

/** The HTML of a category's cards. */
export const renderCards = (products: readonly Product[]): string =>
  renderToString(createElement(ProductGrid, { label: 'Phones for sale', items: products.map(itemOf) }));

const itemOf = (product: Product, place: number) => ({
  key: product._id,
  card: createElement(ProductCard, {
    product,
    isFirst: place < 2,
    isInFirstRow: place < 4,
    actions: actionsOf(product),
  }),
});

const actionsOf = ({ model }: Product): ReactNode =>
  createElement(Fragment, {}, linkTo('Book Now', model, action), linkTo('Report admin', model, quiet));

const linkTo = (name: string, model: string, className: string): ReactNode =>
  createElement('a', { href: '/login', 'aria-label': `${name}, ${model}`, className }, name);

/** As long as the product's. */
const link =
  'relative inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-body font-semibold text-center select-none transition-colors disabled:opacity-55 disabled:cursor-not-allowed';
const slim = 'px-2 whitespace-nowrap max-phone:text-small tablet:px-3 in-data-signed-in:invisible';
const action = `${link} bg-action text-on-action hover:bg-action-strong ${slim}`;
const quiet = `${link} border border-edge bg-surface text-ink hover:bg-sunken ${slim}`;
