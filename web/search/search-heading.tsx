import type { SearchFields } from './search-address.ts';

/** As much of a question as a heading bears. */
const longestInHeading = 80;

/** What a search page is called. */
export const searchTitle = ({ q }: SearchFields): string =>
  q === undefined ? 'All phones' : `Phones for “${shortened(q)}”`;

/** The top of the search page: what was searched, and what for in its place where it was mended. */
export function SearchHeading({
  fields,
  correctedTo,
}: {
  fields: SearchFields;
  correctedTo: string | undefined;
}) {
  return (
    <div className="grid gap-1">
      <h1 className="wrap-anywhere">{searchTitle(fields)}</h1>
      {correctedTo !== undefined && (
        <p className="text-lead text-quiet wrap-anywhere">
          Showing results for <strong className="font-semibold text-ink">{correctedTo}</strong>
        </p>
      )}
    </div>
  );
}

const shortened = (text: string): string =>
  text.length > longestInHeading ? `${text.slice(0, longestInHeading)}…` : text;
