import { cutText } from '#web/ui/cut-text.ts';

import type { SearchFields } from './search-address.ts';

/** The longest part of the search words that a heading shows, in characters. */
const longestInHeading = 80;

/** The title of a search page. */
export const searchTitle = ({ q }: SearchFields): string =>
  q === undefined ? 'All phones' : `Phones for “${cutText(q, longestInHeading)}”`;
