import { formatPrice, fromCents } from '#contract/money.ts';

/** An amount; what leaves has a minus sign of its own, which is read out. */
export const formatCents = (cents: number): string =>
  cents < 0 ? `−${formatPrice(fromCents(-cents))}` : formatPrice(fromCents(cents));

export const Money = ({ cents }: { cents: number }) => (
  <span className="whitespace-nowrap tabular-nums">{formatCents(cents)}</span>
);
