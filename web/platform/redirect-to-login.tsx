import { useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { removeLayer } from '#web/ui/use-close-on-back.ts';
import { paths } from './paths.ts';

/**
 * Redirects to /login from a page that the person may not see (any more).
 *
 * @param state what /login remembers; the one of the first rendering, since a new object would navigate again
 */
export function RedirectToLogin({ state }: { state: object }) {
  const [remembered] = useState(state);
  // A dialog may have been open: closing it goes back in the history and would undo the redirect.
  useLayoutEffect(() => {
    removeLayer();
  }, []);
  const { pathname } = useLocation();
  // The router has gone on to another page, which is still being rendered: signing out led there.
  if (window.location.pathname !== pathname) return null;
  return <Navigate to={paths.login} replace state={remembered} />;
}
