import type { SearchReply } from '#contract/search.ts';

/** Which words took no part in a search, and what can be done instead. */
export function IgnoredNote({ ignored }: { ignored: SearchReply['ignored'] }) {
  if (ignored === undefined) return null;
  return (
    <p className="text-quiet wrap-anywhere">
      {ignored.map(({ word, kind }) => `“${word}” is left out: ${reasons[kind]}.`).join(' ')}
    </p>
  );
}

const reasons = {
  country: 'phones are listed by city. You can search for a city, or sort by distance',
  generation: 'most sellers do not say it',
} as const;
