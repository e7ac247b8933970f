import type { MetaArgs, MetaDescriptor } from 'react-router';

import { isRecord } from './is-record.ts';

/** The picture for a shared link; a JPEG. */
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
  /** The canonical path, without sorting and paging. A page that has one can be shared with a preview. */
  readonly path?: string;
  /** Shown with the shared link instead of {@link sitePicture}. */
  readonly picture?: SharedPicture;
  /** The type of the Open Graph protocol (ogp.me). */
  readonly type?: 'website' | 'product';
}

const siteName = 'Ringback';

/** The picture of pages that have none of their own, drawn by `scripts/draw-site-pictures.ts`. */
export const sitePicture = {
  url: '/ringback.jpg',
  width: 1200,
  height: 630,
  alt: 'Five phones, from an early mobile to a smartphone, in front of a ring',
} as const satisfies SharedPicture;

/**
 * The meta tags of a page: title, description, canonical URL, and the preview of a shared link.
 *
 * @param origin the site's public origin, for a page with a canonical path: see {@link originOf}
 */
export function pageMeta(page: PageFacts, origin?: string): MetaDescriptor[] {
  const title = titleOf(page.title);
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }];
  if (page.description !== undefined) {
    meta.push({ name: 'description', content: page.description });
    meta.push({ property: 'og:description', content: page.description });
  }
  if (page.isPrivate === true) meta.push({ name: 'robots', content: 'noindex' });
  const { path } = page;
  if (path === undefined || origin === undefined) return meta;
  return [...meta, ...previewMeta({ ...page, path }, (url) => new URL(url, origin).href)];
}

/** A page's title as the browser shows it. */
export const titleOf = (title: string): string => (title === '' ? siteName : `${title} · ${siteName}`);

const previewMeta = (
  { path, picture = sitePicture, type = 'website' }: PageFacts & { path: string },
  absolute: (url: string) => string,
): MetaDescriptor[] => [
  { tagName: 'link', rel: 'canonical', href: absolute(path) },
  { property: 'og:url', content: absolute(path) },
  { property: 'og:type', content: type },
  { property: 'og:site_name', content: siteName },
  { property: 'og:image', content: absolute(picture.url) },
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: String(picture.width) },
  { property: 'og:image:height', content: String(picture.height) },
  { property: 'og:image:alt', content: picture.alt },
  { name: 'twitter:card', content: 'summary_large_image' },
];

/** The site's public origin, from the root loader's data; undefined if that call failed. */
export function originOf(matches: MetaArgs['matches']): string | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return isRecord(root) && typeof root['publicOrigin'] === 'string' ? root['publicOrigin'] : undefined;
}
