import type { ReactNode } from 'react';

import type { FacetName } from '#contract/search-words.ts';

import { ChosenChips } from './chosen-chips.tsx';
import { FacetButton, FacetPanel } from './facet-panel.tsx';
import { NearButton } from './near-button.tsx';
import type { Counted } from './search-queries.ts';
import { SortSelect } from './sort-select.tsx';
import { type Search, SearchContext } from './use-search.ts';

const countId = 'found';

export interface SearchLayoutProps {
  readonly search: Search;
  readonly counted: Counted;
  /** The number of results in words. Screen readers announce each change. */
  readonly count: ReactNode;
  readonly hiddenFacets?: readonly FacetName[];
  readonly onFacetsOpen?: () => void;
  readonly children: ReactNode;
}

/** A list of phones with its filters beside it, and count, order and chips above it. */
export function SearchLayout({
  search,
  counted,
  count,
  hiddenFacets,
  onFacetsOpen,
  children,
}: SearchLayoutProps) {
  return (
    <SearchContext value={search}>
      <div className="search-layout">
        <FacetPanel counted={counted} hidden={hiddenFacets} onOpen={onFacetsOpen} />
        <div className="grid content-start gap-4">
          <div className="results-bar">
            <p id={countId} role="status" tabIndex={-1} className="results-count">
              {count}
            </p>
            <div className="results-tools">
              <FacetButton />
              <NearButton />
              <SortSelect />
            </div>
          </div>
          <ChosenChips counted={counted} focusAfter={countId} />
          <h2 className="sr-only">Phones for sale</h2>
          {children}
        </div>
      </div>
    </SearchContext>
  );
}
