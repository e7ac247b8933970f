import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a change of page the focus goes to its heading, which is how screen readers announce it: nothing else says
 * that the page is another one. Another search or order on the same page is no change of page. It stands behind the
 * pages, so that a drawer has closed and given its focus back before.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return focusHeading();
  }, [pathname]);
  return null;
}

/** A heading that is still loading or hidden gets the focus when it is shown, unless the person has moved on by then. */
function focusHeading(): (() => void) | undefined {
  const content = document.getElementById('content');
  if (content === null || focusOn(content.querySelector('h1'))) return undefined;
  focusOn(content);
  const observer = new MutationObserver(() => {
    const hasMovedOn = document.activeElement !== content;
    if (hasMovedOn || focusOn(content.querySelector('h1'))) observer.disconnect();
  });
  observer.observe(content, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  return () => observer.disconnect();
}

function focusOn(element: HTMLElement | null): boolean {
  if (element === null) return false;
  element.tabIndex = -1;
  // Where the page scrolls to is the router's business.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
