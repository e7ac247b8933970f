import type { SearchReply } from '#contract/search.ts';

import { IgnoredNote } from './ignored-note.tsx';
import type { SearchFields } from './search-address.ts';
import { searchTitle } from './search-title.ts';

/** The top of the search page: what was searched, and what for in its place where it was mended. */
export function SearchHeading({
  fields,
  correctedTo,
  ignored,
}: {
  fields: SearchFields;
  correctedTo: string | undefined;
  ignored: SearchReply['ignored'];
}) {
  return (
    <div className="grid gap-1">
      <h1 className="wrap-anywhere">{searchTitle(fields)}</h1>
      {correctedTo !== undefined && (
        <p className="text-lead text-quiet wrap-anywhere">
          Showing results for <strong className="font-semibold text-ink">{correctedTo}</strong>
        </p>
      )}
      <IgnoredNote ignored={ignored} />
    </div>
  );
}
