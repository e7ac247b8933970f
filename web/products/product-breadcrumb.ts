import type { ProductDetails } from '#contract/products.ts';
import { paths } from '#web/platform/paths.ts';

/** The pages above a phone's own, from the top one on. */
export const productBreadcrumb = ({ category, categoryId }: ProductDetails) => [
  { name: 'Home', to: paths.home },
  { name: category, to: paths.category(categoryId) },
];
