import { useMemo } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';

import { PageQueries } from '#web/platform/page-data.tsx';
import { paths } from '#web/platform/paths.ts';
import { FoundPhones } from '#web/search/found-phones.tsx';
import { phonesText } from '#web/search/found-words.ts';
import type { SearchPageData } from '#web/search/load-search.ts';
import { readSearch } from '#web/search/search-address.ts';
import { SearchHeading } from '#web/search/search-heading.tsx';
import { SearchLayout } from '#web/search/search-layout.tsx';
import { understoodFields } from '#web/search/understood-fields.ts';
import { useFound } from '#web/search/use-found.ts';

export function SearchPage() {
  return (
    <PageQueries>
      <Searched />
    </PageQueries>
  );
}

function Searched() {
  const [params] = useSearchParams();
  const fields = useMemo(() => readSearch(params), [params]);
  const found = useFound(fields, useLoaderData<SearchPageData>().refusal);
  const understood = found.query.isPlaceholderData ? undefined : found.first?.understood;
  const search = useMemo(
    () => ({ path: paths.search, fields: understoodFields(fields, understood), formId: 'search-form' }),
    [fields, understood],
  );
  return (
    <div className="grid gap-6">
      <SearchHeading fields={fields} correctedTo={found.first?.correctedTo} />
      <SearchLayout
        search={search}
        counted={found.first ?? {}}
        count={found.first === undefined ? undefined : phonesText(found.first.total)}
      >
        <FoundPhones found={found} />
      </SearchLayout>
    </div>
  );
}
