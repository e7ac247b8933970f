import { useMemo } from 'react';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router';

import { LoadedQueries, skipLoader } from '#web/platform/page-data.ts';
import { originOf, pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { FoundPhones } from '#web/sections/found-phones.tsx';
import { phonesText } from '#web/search/result-count.ts';
import { loadSearch, searchOfRequest, type SearchPageData } from '#web/search/load-search.ts';
import { readSearch } from '#web/search/search-address.ts';
import { SearchHeading } from '#web/search/search-heading.tsx';
import { SearchLayout } from '#web/search/search-layout.tsx';
import { searchTitle } from '#web/search/search-title.ts';
import { understoodFields } from '#web/search/understood-fields.ts';
import { useSearchResults } from '#web/search/use-search-results.ts';

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(
    {
      title: searchTitle(readSearch(new URLSearchParams(location.search))),
      description: 'Second-hand phones by model, price, condition, storage, colour and place.',
      isPrivate: location.search !== '',
      path: paths.search,
    },
    originOf(matches),
  );

export const loader = (args: LoaderFunctionArgs) =>
  loadSearch(args, searchOfRequest(args.request, paths.search));

export const clientLoader = skipLoader;

export default function SearchPage() {
  return (
    <LoadedQueries>
      <Searched />
    </LoadedQueries>
  );
}

function Searched() {
  const [params] = useSearchParams();
  const fields = useMemo(() => readSearch(params), [params]);
  const found = useSearchResults(fields, useLoaderData<SearchPageData>().refusal);
  const understood = found.query.isPlaceholderData ? undefined : found.first?.understood;
  const search = useMemo(
    () => ({
      path: paths.search,
      fields: understoodFields(fields, understood),
      formId: 'search-form',
      refusal: found.refusal,
    }),
    [fields, understood, found.refusal],
  );
  return (
    <div className="grid gap-6">
      <SearchHeading fields={fields} correctedTo={found.first?.correctedTo} ignored={found.first?.ignored} />
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
