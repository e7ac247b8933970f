import type { ProductState } from '#contract/products-machine.ts';

/** The states of a phone in words. */
export const productStateWords = {
  live: 'For sale',
  paused: 'Paused',
  reserved: 'Reserved',
  sold: 'Sold',
  sold_elsewhere: 'Sold elsewhere',
  withdrawn: 'Withdrawn',
  hidden: 'Hidden',
  removed: 'Removed',
} as const satisfies Record<ProductState, string>;

/** "17 for sale, 1 sold elsewhere" */
export const phonesByState = (
  phones: readonly { readonly state: ProductState; readonly count: number }[],
): string =>
  phones.length === 0
    ? 'none'
    : phones.map(({ state, count }) => `${count} ${productStateWords[state].toLowerCase()}`).join(', ');
