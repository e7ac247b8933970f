import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

import { titleOf } from './page-meta.ts';

/**
 * Sets the page's title once its content is known: within the site a page opens before that, and each navigation
 * renders the head again.
 *
 * @param title without the site's name; undefined until it is known
 */
export function useTitle(title: string | undefined): void {
  const { key } = useLocation();
  // In the same commit as the head, so that the wrong title is never shown.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = titleOf(title);
  }, [title, key]);
}
