import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, MetaArgs, MetaFunction } from 'react-router';

import type { Product } from '#contract/products.ts';
import { latePage } from '#web/platform/late-page.tsx';
import { loadPage } from '#web/platform/page-data.tsx';
import { pageMeta, publicAddress, type SharedPicture, sharedHousePicture } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import type { Send } from '#web/platform/send.ts';
import { categoryQuery } from '#web/products/category-queries.ts';
import { categoryTitle } from '#web/products/category-title.ts';
import { productsOfCategoryQuery } from '#web/products/product-queries.ts';
import { type SearchPageData, loadSearch, searchOfRequest } from '#web/search/load-search.ts';
import { isFiltered, ofCategory, readSearch } from '#web/search/search-address.ts';

export const meta: MetaFunction<typeof loader> = ({ matches, location, loaderData, params: { _id = '' } }) =>
  pageMeta({
    address: publicAddress(matches, paths.category(_id)),
    picture: newestPicture(matches, loaderData?.newest) ?? sharedHousePicture(matches),
    title: categoryTitle(loaderData?.name),
    description: 'Second-hand phones of one maker: price, condition, years of use, and who sells them.',
    isPrivate: isFiltered(readSearch(new URLSearchParams(location.search))),
  });

/** Of the phone that came last into the category. */
function newestPicture(matches: MetaArgs['matches'], newest: Product | undefined): SharedPicture | undefined {
  const url = newest && publicAddress(matches, newest.image);
  if (url === undefined || newest?.picture === undefined) return undefined;
  const { width, height } = newest.picture;
  return { url, width, height, alt: `Photo of ${newest.model}` };
}

export const loader = async ({ params: { _id = '' }, request, ...args }: LoaderFunctionArgs) => {
  const fields = searchOfRequest(request, paths.category(_id));
  if (isFiltered(fields)) {
    return loadSearch(args, ofCategory(_id, fields), (client, send) => nameOf(client, send, _id));
  }
  let name: string | undefined;
  let newest: Product | undefined;
  await loadPage(args, async (client, send) => {
    const [found, phones] = await Promise.all([
      nameOf(client, send, _id),
      client.fetchInfiniteQuery(productsOfCategoryQuery(send, _id, fields.cursor)),
    ]);
    name = found;
    newest = phones.pages[0]?.items[0];
  });
  const answer: SearchPageData = { name, newest };
  return answer;
};

async function nameOf(client: QueryClient, send: Send, _id: string): Promise<string> {
  const { category } = await client.fetchQuery(categoryQuery(send, _id));
  return category;
}

const { Page, clientLoader } = latePage(async () => (await import('./late/category.tsx')).CategoryPage);

export { clientLoader };

export default Page;
