import { formatCents } from '#contract/money.ts';

export const Money = ({ cents }: { cents: number }) => (
  <span className="whitespace-nowrap tabular-nums">{formatCents(cents)}</span>
);
