/**
 * Handles code of ours that cannot be loaded: the person is offline, or a deploy has replaced it. The current page
 * stays, and a notice offers to reload; nothing reloads automatically. The router does not request code again that
 * failed once, so the browser follows the next link, if the server answers.
 */
import {
  type ComponentType,
  lazy,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPath, type Location, type Path, useLocation, useNavigate, useNavigation } from 'react-router';

import { Button } from '#web/ui/button.tsx';
import { PageNotice } from '#web/ui/notices.tsx';

import { incompletePageId } from './before-hydration.ts';

/** Dispatched on `window` by Vite for every `import()` that fails, and by {@link lazyPart}. */
const missingEvent = 'vite:preloadError';

/** How long the server may take to answer before the page stays, in milliseconds. */
const answerMs = 5000;

/** Offers to reload if code is missing. Rendered once, around every page. */
export function MissingChunkNotice() {
  const { pathname } = useLocation();
  /** The page on which code was missing. */
  const [missingAt, setMissingAt] = useState<string>();
  const show = useEffectEvent((): void => setMissingAt(pathname));
  useEffect(() => {
    const listener = (): void => show();
    window.addEventListener(missingEvent, listener);
    return () => window.removeEventListener(missingEvent, listener);
  }, []);
  const reload = useKeptPage(() => setMissingAt(pathname));
  // Another page is there now, also if Back leads to this one.
  if (missingAt !== undefined && missingAt !== pathname) setMissingAt(undefined);
  if (missingAt !== pathname) return null;
  return (
    <PageNotice onDismiss={() => setMissingAt(undefined)}>
      <p>This part of the site could not be loaded. You may be offline, or there is a new version.</p>
      <Button onClick={reload}>Reload</Button>
    </PageNotice>
  );
}

/** Shown if the page's own code could not be loaded, so that it never hydrates. Rendered once, for every page. */
export function IncompletePageNotice() {
  return (
    <div role="alert" id={incompletePageId} hidden className="page-notice">
      <p>Parts of this page could not be loaded. You may be offline, or there is a new version.</p>
      {/* An empty address is that of the page itself, and following it needs no code. */}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
      <a href="" className="font-semibold text-action underline">
        Reload
      </a>
    </div>
  );
}

/**
 * If a route's code is missing, the router reloads, and a person who is offline would lose the page: this keeps it.
 *
 * @returns reloads at the person's request
 */
function useKeptPage(onMissing: () => void): () => void {
  const navigate = useNavigate();
  /** The location of the page that is shown; after Back it differs from the URL. */
  const location = useLocation();
  const { location: target } = useNavigation();
  const isReloading = useRef(false);
  /** The latest `target`: the person may have changed their mind meanwhile. */
  const wanted = useRef<Path>(undefined);
  /** The location of the page that was shown when code was missing for the first time. */
  const stuckAt = useRef<Location>(undefined);
  const stayHere = useEffectEvent(() => {
    onMissing();
    stuckAt.current ??= location;
    // Cancels the navigation that waits for the code; after Back this restores the page's URL.
    const state: unknown = location.state;
    void navigate(location, { replace: true, preventScrollReset: true, state });
  });
  useEffect(() => {
    const keepPage = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload' || !event.cancelable || isReloading.current) return;
      event.preventDefault();
      stayHere();
    };
    // Browsers without the Navigation API reload. In development, reloading is wanted.
    const history = import.meta.env.PROD && 'navigation' in window ? window.navigation : undefined;
    history?.addEventListener('navigate', keepPage);
    return () => history?.removeEventListener('navigate', keepPage);
  }, []);
  const follow = useEffectEvent(async (path: Path) => {
    // Until the page has its new location, this is the navigation that failed: code may be missing before React has
    // rendered the loading state.
    const isNew = stuckAt.current !== undefined && stuckAt.current !== location;
    if (!isNew || path.pathname === location.pathname) return;
    const url = createPath(path);
    // The page is left only for a server that answers.
    const isThere = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(answerMs) }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (wanted.current !== path) return;
    if (isThere) window.location.assign(url);
    else stayHere();
  });
  useEffect(() => {
    wanted.current = target;
    if (target !== undefined) void follow(target);
  }, [target]);
  return () => {
    isReloading.current = true;
    window.location.reload();
  };
}

/**
 * A component that is loaded when it is first shown. If its code is missing, it reports that, closes itself if it is a
 * dialog (`onClose`), and is loaded again when there is a connection or it is shown the next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const newPart = () => lazy(async () => ({ default: await load().catch(() => Missing) }));
  let part = newPart();
  function Missing(props: object) {
    const close = useEffectEvent((): void => {
      if ('onClose' in props && isCallable(props.onClose)) props.onClose();
    });
    // Before the next press, which would be closed as well.
    useLayoutEffect(() => {
      part = newPart();
      window.dispatchEvent(new Event(missingEvent));
      close();
    }, []);
    return null;
  }
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => part);
    useEffect(() => {
      // The same one, unless its code is missing.
      const tryAgain = (): void => setPart(() => part);
      window.addEventListener('online', tryAgain);
      return () => window.removeEventListener('online', tryAgain);
    }, []);
    return <Part {...props} />;
  };
}

const isCallable = (value: unknown): value is () => void => typeof value === 'function';
