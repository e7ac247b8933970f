declare global {
  interface Window {
    /** Set by {@link watchBeforeHydration} until the router listens. */
    reloadOnBack?: () => void;
  }
}

/**
 * Runs in the page's head. After a reload the browser's Back still changes only the address where the router once
 * navigated, and until the page is hydrated nobody hears of it: the page would stand under another page's address. A
 * jump within the page changes neither path nor query.
 */
export const watchBeforeHydration = `(function(){var l=location,p=l.pathname+l.search;addEventListener('popstate',reloadOnBack=function(){if(l.pathname+l.search!==p)l.reload()})})()`;

/** From here on the router follows the address. */
export function stopWatching(): void {
  if (window.reloadOnBack !== undefined) window.removeEventListener('popstate', window.reloadOnBack);
  delete window.reloadOnBack;
}
