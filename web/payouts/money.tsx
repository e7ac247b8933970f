import { formatPrice, fromCents } from '#contract/money.ts';

export const formatCents = (cents: number): string => formatPrice(fromCents(cents));

export const Money = ({ cents }: { cents: number }) => (
  <span className="whitespace-nowrap tabular-nums">{formatCents(cents)}</span>
);
