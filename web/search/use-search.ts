/** The search that the parts of a page have in common: the path, the chosen fields, and how to change them. */
import { createContext, use, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { removeLayer } from '#web/ui/use-close-on-back.ts';

import { type SearchFields, searchAddress } from './search-address.ts';
import type { Refusal } from './search-refusal.ts';

export interface Search {
  /** The page's path, without parameters. */
  readonly path: string;
  readonly fields: SearchFields;
  /** The id of the form of the facets, to which the sort order belongs, too. */
  readonly formId: string;
  /** The server's refusal of this search; the element with the id {@link invalidSearchId} explains it. */
  readonly refusal?: Refusal | undefined;
}

export const invalidSearchId = 'invalid-search';

/** Provided by the page. */
export const SearchContext = createContext<Search>({ path: '/', fields: {}, formId: 'search' });

export const useSearch = (): Search => use(SearchContext);

/** Opens another search on this page. Scroll position and focus stay, and the back button returns. */
export function useChoose(): (fields: SearchFields) => void {
  const { path } = useSearch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (fields) => {
      const address = searchAddress(path, fields);
      if (address !== `${pathname}${search}`) {
        void navigate(address, { preventScrollReset: true, replace: removeLayer() });
      }
    },
    [path, pathname, search, navigate],
  );
}
