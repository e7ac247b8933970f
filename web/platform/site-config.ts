import { useRouteLoaderData } from 'react-router';

import type { SiteConfig } from '#contract/site.ts';

/** What the root's loader was told of the running site; undefined where that call failed. */
export const useSiteConfig = (): SiteConfig | undefined => useRouteLoaderData<SiteConfig>('root');
