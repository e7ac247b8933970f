import type { ProductDetails } from '#contract/products.ts';
import { soldPageDays } from '#contract/phone-words.ts';

const dayMs = 24 * 3600 * 1000;

/** Whether a phone was sold so long ago that search engines should remove its page (status 410). */
export const isLongSold = ({ soldAt }: Pick<ProductDetails, 'soldAt'>, now: number): boolean =>
  soldAt !== undefined && now - Date.parse(soldAt) > soldPageDays * dayMs;
