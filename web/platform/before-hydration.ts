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

/** The notice that {@link watchCode} shows. */
export const incompletePageId = 'incomplete-page';

/**
 * Runs in the page's head, too. If code of the page cannot be loaded, the page never hydrates, and nothing else could
 * report that: a page of the dashboard would show its loading state for ever. The first module imports what the page
 * needs, and then the entry.
 */
export const watchCode = `(function(){function f(e){if(window.reloadOnBack&&(e.reason||e.target.type==='module'))document.getElementById('${incompletePageId}').hidden=false}addEventListener('error',f,true);addEventListener('unhandledrejection',f)})()`;

/** From here on the router handles changes of the URL, and missing code. */
export function stopWatching(): void {
  const notice = document.getElementById(incompletePageId);
  if (notice !== null) notice.hidden = true;
  if (window.reloadOnBack !== undefined) window.removeEventListener('popstate', window.reloadOnBack);
  delete window.reloadOnBack;
}
