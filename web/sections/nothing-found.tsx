import type { SearchReply } from '#contract/search.ts';
import nothingFound from '#web/pictures/nothing-found.svg';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { filterNames, hasFilters, searchAddress, without } from '#web/search/search-address.ts';
import { useSearch } from '#web/search/use-search.ts';

import { ProductsForSale } from './products-for-sale.tsx';

export interface NothingFoundProps {
  readonly nearest: SearchReply['nearest'];
}

/** Shown if no phone matches: what to do, and the nearest matches with the criteria that were dropped to find them. */
export function NothingFound({ nearest }: NothingFoundProps) {
  const { path, fields } = useSearch();
  const hasPrice = fields.minPrice !== undefined || fields.maxPrice !== undefined;
  return (
    <div className="grid gap-8">
      <EmptyState
        title="No phone fits this search"
        picture={nothingFound}
        action={
          hasFilters(fields) ? (
            <LinkButton to={searchAddress(path, without(fields, ...filterNames))}>
              Clear all filters
            </LinkButton>
          ) : undefined
        }
      >
        {hasFilters(fields)
          ? `Each filter narrows the results. Remove one${hasPrice ? ', or widen the price range' : ''}.`
          : 'Try fewer words, or just the maker and the model. New phones arrive every day.'}
      </EmptyState>
      {nearest !== undefined && nearest.products.length > 0 && (
        <section aria-labelledby="nearest" className="grid gap-4">
          <div className="grid gap-1">
            <h2 id="nearest">Other phones</h2>
            <p className="text-quiet wrap-anywhere">{nearest.because}</p>
          </div>
          <ProductsForSale label="Other phones" products={nearest.products} />
        </section>
      )}
    </div>
  );
}
