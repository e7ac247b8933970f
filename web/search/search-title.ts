import { cutText } from '#web/ui/cut-text.ts';

import type { SearchFields } from './search-address.ts';

/** As much of a question as a heading bears. */
const longestInHeading = 80;

/** What a search page is called. */
export const searchTitle = ({ q }: SearchFields): string =>
  q === undefined ? 'All phones' : `Phones for “${cutText(q, longestInHeading)}”`;
