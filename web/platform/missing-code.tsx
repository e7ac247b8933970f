/**
 * Code of ours that cannot be loaded: the person is offline, or a deploy has replaced it long ago. The last good page
 * stays, and a notice offers to reload; nothing reloads by itself.
 */
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { Button } from '#web/ui/button.tsx';

/** Told on `window` by Vite for every `import()` that fails, and by {@link lazyPart} when its part is wanted again. */
const missingEvent = 'vite:preloadError';

/** Offers to reload where code is missing. Stands once, around every page. */
export function MissingCodeNotice() {
  const [isShown, setShown] = useState(false);
  const isReloading = useRef(false);
  const navigate = useNavigate();
  /** Of the page that is shown, which after Back is not the address. */
  const location = useLocation();
  useEffect(() => {
    const show = (): void => setShown(true);
    /** Where a route's code is missing the router reloads, which offline costs the person the page. */
    const keepPage = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload' || !event.cancelable || isReloading.current) return;
      event.preventDefault();
      show();
      // Ends the navigation that waits for the code; after Back it gives the page its address again.
      const state: unknown = location.state;
      void navigate(location, { replace: true, preventScrollReset: true, state });
    };
    // Browsers without it reload; in development that is wanted.
    const history = import.meta.env.PROD && 'navigation' in window ? window.navigation : undefined;
    window.addEventListener(missingEvent, show);
    history?.addEventListener('navigate', keepPage);
    return () => {
      window.removeEventListener(missingEvent, show);
      history?.removeEventListener('navigate', keepPage);
    };
  }, [navigate, location]);
  const reload = (): void => {
    isReloading.current = true;
    window.location.reload();
  };
  if (!isShown) return null;
  return (
    <div role="alert" className="page-notice">
      <p>This part of the site could not be loaded. You may be offline, or there is a new version.</p>
      <Button onClick={reload}>Reload</Button>
      <Button variant="plain" onClick={() => setShown(false)}>
        Dismiss
      </Button>
    </div>
  );
}

/** A component that is loaded when it is first shown. Where its code is missing it is nothing, and that is told. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => MissingPart) }));

function MissingPart() {
  useEffect(() => void window.dispatchEvent(new Event(missingEvent)), []);
  return null;
}
