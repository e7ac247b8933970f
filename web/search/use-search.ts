/** What the parts of a search page share: where it is, what is chosen, and how to choose something else. */
import { createContext, use, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { dropLayer } from '#web/ui/use-back-closes.ts';

import { type SearchFields, searchAddress } from './search-address.ts';

export interface Search {
  /** The page's address without what is chosen. */
  readonly path: string;
  readonly fields: SearchFields;
  /** The id of the form that the facets and the order belong to, wherever they stand. */
  readonly formId: string;
}

/** Set by the page. */
export const SearchContext = createContext<Search>({ path: '/', fields: {}, formId: 'search' });

export const useSearch = (): Search => use(SearchContext);

/** Goes to another search on this page. The scroll and the focus stay, and the back button leads back. */
export function useChoose(): (fields: SearchFields) => void {
  const { path } = useSearch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (fields) => {
      const address = searchAddress(path, fields);
      if (address !== `${pathname}${search}`) {
        void navigate(address, { preventScrollReset: true, replace: dropLayer() });
      }
    },
    [path, pathname, search, navigate],
  );
}
