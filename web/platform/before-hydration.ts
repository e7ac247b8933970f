declare global {
  interface Window {
    /** Set by {@link watchBeforeHydration} until the router listens. */
    reloadOnBack?: () => void;
  }
}

/**
 * Runs in the page's head. After a reload, the browser's Back only changes the URL if the router made that history
 * entry, and before hydration nothing handles it: the page would stay under another page's URL. A jump within the page
 * changes neither path nor query.
 */
export const watchBeforeHydration = `(function(){var l=location,p=l.pathname+l.search;addEventListener('popstate',reloadOnBack=function(){if(l.pathname+l.search!==p)l.reload()})})()`;

/** From here on the router handles changes of the URL. */
export function stopWatching(): void {
  if (window.reloadOnBack !== undefined) window.removeEventListener('popstate', window.reloadOnBack);
  delete window.reloadOnBack;
}
