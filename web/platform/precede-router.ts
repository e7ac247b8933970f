declare global {
  interface WindowEventMap {
    /** Comes before the router handles a `popstate`; preventing its default keeps the router out of it. */
    'before-router': PopStateEvent;
  }
}

/**
 * Announces each `popstate` as `before-router`. Chromium calls the window's listeners in the order in which they were
 * added, also those of the capture phase, so this has to be called before the router adds its own.
 */
export function precedeRouter(): void {
  addEventListener('popstate', (event) => {
    const state: unknown = event.state;
    const before = new PopStateEvent('before-router', { state, cancelable: true });
    if (!dispatchEvent(before)) event.stopImmediatePropagation();
  });
}
