import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

import { titleOf } from './page-meta.ts';

/**
 * Names the page once it is known what it shows: within the site a page opens before that, and each navigation writes
 * the head anew.
 *
 * @param title without the site's name; undefined until it is known
 */
export function useTitle(title: string | undefined): void {
  const { key } = useLocation();
  // In the same commit as the head: no moment in between has the wrong title.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = titleOf(title);
  }, [title, key]);
}
