import type { LoaderFunctionArgs, MetaFunction } from 'react-router';

import { latePage } from '#web/platform/late-page.tsx';
import { pageMeta, publicAddress } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { loadSearch, searchOfRequest } from '#web/search/load-search.ts';
import { readSearch } from '#web/search/search-address.ts';
import { searchTitle } from '#web/search/search-title.ts';

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta({
    address: publicAddress(matches, paths.search),
    title: searchTitle(readSearch(new URLSearchParams(location.search))),
    description: 'Second-hand phones by model, price, condition, storage, colour and place.',
    isPrivate: location.search !== '',
  });

export const loader = (args: LoaderFunctionArgs) =>
  loadSearch(args, searchOfRequest(args.request, paths.search));

const { Page, clientLoader } = latePage(async () => (await import('./late/search.tsx')).SearchPage);

export { clientLoader };

export default Page;
