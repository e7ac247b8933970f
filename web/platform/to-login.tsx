import { useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';

import { dropLayer } from '#web/ui/use-back-closes.ts';
import { paths } from './paths.ts';

/**
 * Redirects to /login from a page that the person may not see (any more).
 *
 * @param state what /login remembers; the one of the first rendering, since a new object would navigate again
 */
export function ToLogin({ state }: { state: object }) {
  const [remembered] = useState(state);
  // A dialog may have been open: closing it goes back in the history and would undo the redirect.
  useLayoutEffect(() => {
    dropLayer();
  }, []);
  return <Navigate to={paths.login} replace state={remembered} />;
}
