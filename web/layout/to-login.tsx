import { useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';

import { paths } from '#web/platform/paths.ts';
import { dropLayer } from '#web/ui/use-back-closes.ts';

/**
 * Leads to /login from a page that somebody may not see, or not any more.
 *
 * @param state what /login remembers; the one of the first rendering, since a new object would navigate again
 */
export function ToLogin({ state }: { state: object }) {
  const [remembered] = useState(state);
  // A dialog may have been open: its way back would undo the navigation.
  useLayoutEffect(() => {
    dropLayer();
  }, []);
  return <Navigate to={paths.login} replace state={remembered} />;
}
