import { formatPrice, maxPrice } from '#contract/money.ts';
import { AlertIcon } from '#web/ui/icons.tsx';

import { messageFor } from './search-refusal.ts';
import { useSearch, invalidSearchId } from './use-search.ts';

export interface PriceRangeProps {
  /** The lowest and the highest price among the results. */
  readonly prices: { readonly min: number; readonly max: number } | undefined;
}

/** A minimum and a maximum price, in dollars; both are optional. */
export function PriceRange({ prices }: PriceRangeProps) {
  return (
    <fieldset className="price-range grid gap-2 pb-4">
      <legend className="pt-4 pb-2 font-display font-bold">Price</legend>
      <div className="flex items-end gap-2">
        <Bound name="minPrice" label="From" />
        <Bound name="maxPrice" label="To" />
      </div>
      <InvalidPrice />
      <p className="min-h-5 text-small text-quiet">
        {prices !== undefined &&
          `${[...new Set([prices.min, prices.max])].map(formatPrice).join(' to ')} here`}
      </p>
    </fieldset>
  );
}

/** The sheet covers the explanation on the page, which is beside the column. */
function InvalidPrice() {
  const { refusal } = useSearch();
  const invalid = refusal?.invalidFields.find(({ field }) => isBound(field));
  return (
    <div aria-live="polite" className="desk:hidden">
      {invalid !== undefined && (
        <p className="flex gap-1.5 text-small text-bad">
          <AlertIcon className="mt-px size-4.5" />
          {messageFor(invalid)}.
        </p>
      )}
    </div>
  );
}

const isBound = (field: string): boolean => field === 'minPrice' || field === 'maxPrice';

function Bound({ name, label }: { name: 'minPrice' | 'maxPrice'; label: string }) {
  const { fields, refusal } = useSearch();
  const isInvalid = refusal?.invalidFields.some(({ field }) => field === name) === true;
  return (
    <label className="grid min-w-0 flex-1 gap-1 text-small font-medium">
      {label}
      <span className="sr-only"> price in dollars</span>
      <span className="relative grid items-center">
        <input
          type="number"
          name={name}
          min={0}
          max={maxPrice}
          step="any"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={fields[name]}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? invalidSearchId : undefined}
          className="control pr-2 pl-7"
        />
        <span aria-hidden="true" className="pointer-events-none absolute left-3 text-quiet">
          $
        </span>
      </span>
    </label>
  );
}
