import type { MetaDescriptor } from 'react-router';

/** A page's title as the browser shows it. */
export const fullTitle = (title: string): string => `${title} · Ringback`;

/** The title and description of a page, with the product's name after the title. */
export function pageMeta(page: {
  title: string;
  description?: string;
  isPrivate?: boolean;
}): MetaDescriptor[] {
  const title = page.title === '' ? 'Ringback' : fullTitle(page.title);
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }];
  if (page.description !== undefined) {
    meta.push({ name: 'description', content: page.description });
    meta.push({ property: 'og:description', content: page.description });
  }
  if (page.isPrivate === true) meta.push({ name: 'robots', content: 'noindex' });
  return meta;
}
