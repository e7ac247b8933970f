import { useRouteLoaderData } from 'react-router';

import type { SiteConfig } from '#contract/site.ts';

/** The running site's configuration, from the root's loader; undefined if that call failed. */
export const useSiteConfig = (): SiteConfig | undefined => useRouteLoaderData<SiteConfig>('root');
