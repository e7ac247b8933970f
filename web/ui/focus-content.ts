/**
 * Moves the focus to the page's content if the focused element is removed, so that keyboard users continue there. To be
 * called once an answer has arrived. The element is still shown until a later rendering, which may take its time: the
 * focus is watched until the person moves it.
 *
 * @param nearer what gets the focus instead, such as the heading above the removed button; a function is called after the
 *   rendering
 */
export function focusContentIfLost(nearer?: FocusTarget | (() => FocusTarget)): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const observer = new MutationObserver(() => focusIfLost(nearer));
      const stop = () => observer.disconnect();
      document.addEventListener('focusin', stop, { once: true });
      document.addEventListener('pointerdown', stop, { once: true });
      observer.observe(document.body, { childList: true, subtree: true });
      focusIfLost(nearer);
    }),
  );
}

type FocusTarget = HTMLElement | null | undefined;

/** The `ref` of an answer that replaces what had the focus. */
export const focusOnMount = (answer: HTMLElement | null): void => answer?.focus({ preventScroll: true });

/** Begins the page at its heading again, where a form's next step has replaced the one with the focus. */
export function focusNewHeading(): void {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

function focusIfLost(nearer: FocusTarget | (() => FocusTarget)): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const target = (typeof nearer === 'function' ? nearer() : nearer) ?? document.getElementById('content');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
