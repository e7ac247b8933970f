import type { LoaderFunctionArgs, MetaFunction } from 'react-router';

import { advertisementsQuery } from '#web/advertisements/advertisements-query.ts';
import { latePage } from '#web/platform/late-page.tsx';
import { loadPage } from '#web/platform/page-data.tsx';
import { pageMeta, publicAddress, sharedHousePicture } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { categoriesQuery } from '#web/products/category-queries.ts';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    address: publicAddress(matches, paths.home),
    picture: sharedHousePicture(matches),
    title: 'Second-hand phones',
    description: 'More than 50 categories of second-hand phones, each sold by the person who used it.',
  });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, (client, send) =>
    Promise.all([
      client.fetchQuery(categoriesQuery(send)),
      client.fetchInfiniteQuery(advertisementsQuery(send)),
    ]),
  );

const { Page, clientLoader } = latePage(async () => (await import('./late/home.tsx')).HomePage);

export { clientLoader };

export default Page;
