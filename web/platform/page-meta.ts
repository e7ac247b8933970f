import type { MetaArgs, MetaDescriptor } from 'react-router';

import { isRecord } from './is-record.ts';

/** The picture for a shared link; a JPEG with an absolute URL. */
export interface SharedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export interface PageFacts {
  /** Without the site's name, which is appended. */
  readonly title: string;
  readonly description?: string;
  /** Excluded from search engines. */
  readonly isPrivate?: boolean;
  /** The canonical absolute URL, without sorting and paging: see {@link publicAddress}. */
  readonly address?: string;
  readonly picture?: SharedPicture;
  /** The type of the Open Graph protocol (ogp.me). */
  readonly type?: 'website' | 'product';
}

const siteName = 'Ringback';

/** The picture of pages that have none of their own, drawn by `scripts/draw-site-pictures.ts`. */
export const sitePicture = {
  path: '/ringback.jpg',
  width: 1200,
  height: 630,
  alt: 'Five phones, from an early mobile to a smartphone, in front of a ring',
} as const;

/** The meta tags of a page: title, description, canonical URL, and the preview of a shared link. */
export function pageMeta(page: PageFacts): MetaDescriptor[] {
  const title = titleOf(page.title);
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }];
  if (page.description !== undefined) {
    meta.push({ name: 'description', content: page.description });
    meta.push({ property: 'og:description', content: page.description });
  }
  if (page.isPrivate === true) meta.push({ name: 'robots', content: 'noindex' });
  if (page.address !== undefined) {
    meta.push({ tagName: 'link', rel: 'canonical', href: page.address });
    meta.push({ property: 'og:url', content: page.address });
    meta.push({ property: 'og:type', content: page.type ?? 'website' });
    meta.push({ property: 'og:site_name', content: siteName });
  }
  return page.picture === undefined ? meta : [...meta, ...pictureMeta(page.picture)];
}

/** A page's title as the browser shows it. */
export const titleOf = (title: string): string => (title === '' ? siteName : `${title} · ${siteName}`);

function pictureMeta({ url, width, height, alt }: SharedPicture): MetaDescriptor[] {
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The picture of pages without one of their own; undefined if {@link publicAddress} returns undefined. */
export function sharedSitePicture(matches: MetaArgs['matches']): SharedPicture | undefined {
  const { path, ...picture } = sitePicture;
  const url = publicAddress(matches, path);
  return url === undefined ? undefined : { ...picture, url };
}

/** The public absolute URL of a path, from the root loader's data; undefined if that call failed. */
export function publicAddress(matches: MetaArgs['matches'], path: string): string | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  if (!isRecord(root) || typeof root['publicOrigin'] !== 'string') return undefined;
  return new URL(path, root['publicOrigin']).href;
}
