import type { SearchFields } from './search-address.ts';

/** As much of a question as a heading bears. */
const longestInHeading = 80;

/** What a search page is called. */
export const searchTitle = ({ q }: SearchFields): string =>
  q === undefined ? 'All phones' : `Phones for “${shortened(q)}”`;

const shortened = (text: string): string =>
  text.length > longestInHeading
    ? `${text.slice(0, longestInHeading).replace(/\p{Surrogate}$/u, '')}…`
    : text;
