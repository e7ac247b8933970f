import { truncateText } from '#web/ui/truncate-text.ts';

import type { SearchFields } from './search-address.ts';

/** How much of a query a heading shows at most, in characters. */
const longestInHeading = 80;

/** The title of a search page. */
export const searchTitle = ({ q }: SearchFields): string =>
  q === undefined ? 'All phones' : `Phones for “${truncateText(q, longestInHeading)}”`;
