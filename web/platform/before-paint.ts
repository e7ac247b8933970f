/** Local storage keys that are read before the first paint. */
export const themeKey = 'theme';
export const accessTokenKey = 'accessToken';

/**
 * Runs in the page's head before the first paint: sets the chosen theme and whether somebody is signed in as attributes
 * of the root element, so that neither colours nor layout change during hydration.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('${accessTokenKey}'))d.signedIn=''}catch(e){}`;
