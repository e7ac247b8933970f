import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a change of page, focuses its heading: otherwise screen readers would not announce the new page. Another search
 * or order on the same page is no change of page. It is rendered after the pages, so that a drawer has closed and
 * returned its focus before.
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

/**
 * If the heading is still loading or hidden, it gets the focus once it is shown, unless the person has moved the focus
 * by then.
 */
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
  // The router controls scrolling.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
