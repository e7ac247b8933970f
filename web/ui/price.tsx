import { formatPrice, savingPercent } from '#contract/money.ts';

export interface PriceProps {
  readonly sell: number;
  /** The price of the new phone; if left out, only the selling price is shown. */
  readonly buy?: number;
  readonly size?: 'card' | 'row' | 'page';
}

const sizes = { row: 'text-lead', card: 'text-title', page: 'text-claim' } as const;

/** The most prominent text of a card: the price, the price of the new phone, and the share saved. */
export function Price({ sell, buy, size = 'card' }: PriceProps) {
  const saving = buy === undefined ? 0 : savingPercent(buy, sell);
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="sr-only">Selling price</span>
      <span className={`font-display font-bold tabular-nums ${sizes[size]}`}>{formatPrice(sell)}</span>
      {buy !== undefined && (
        <span className="flex flex-wrap items-baseline gap-x-2 text-small tabular-nums">
          <span className="sr-only">Price paid new</span>
          <s className="text-quiet">{formatPrice(buy)}</s>
          {saving > 0 && (
            <span className="font-semibold">
              <span className="sr-only">Saving </span>
              <span aria-hidden="true">−</span>
              {saving}%
            </span>
          )}
        </span>
      )}
    </p>
  );
}
