import type { SearchReply } from '#contract/search.ts';

import type { SearchFields } from './search-address.ts';
import { searchTitle } from './search-title.ts';

/** The heading of the search page: the query, the corrected query if there is one, and the ignored words. */
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

/** The words that the search ignored, each with the reason. */
function IgnoredNote({ ignored }: { ignored: SearchReply['ignored'] }) {
  if (ignored === undefined) return null;
  return (
    // Not `wrap-anywhere`: the sentence would take its direction from the word.
    <p className="[overflow-wrap:anywhere] text-quiet">
      {ignored.map(({ word, kind }) => `“${word}” is left out: ${reasons[kind]}.`).join(' ')}
    </p>
  );
}

const reasons = {
  country: 'phones are listed by city. You can search for a city, or sort by distance',
  generation: 'most sellers do not say it',
  unwanted: 'only makers, models and colours can be excluded',
  currency: 'prices are in US dollars',
  'no-filter': 'there is no filter for it',
  impossible: 'no price is within both limits',
  signs: 'there is no word in it',
  nearby: 'choose your city with “Near me”, and the phones are shown by distance',
} as const;
