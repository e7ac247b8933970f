/**
 * Moves the focus to the page's content if the focused element was removed, so that keyboard users continue there. To
 * be called once an answer has arrived: the element is still shown until the next rendering.
 *
 * @param nearer what gets the focus instead, such as the heading above the removed button; a function is called after the
 *   rendering
 */
export function focusContentIfLost(nearer?: Nearer | (() => Nearer)): void {
  requestAnimationFrame(() =>
    setTimeout(() => focusIfLost(typeof nearer === 'function' ? nearer() : nearer)),
  );
}

type Nearer = HTMLElement | null | undefined;

/** The `ref` of an answer that replaces what had the focus. */
export const takeFocus = (answer: HTMLElement | null): void => answer?.focus({ preventScroll: true });

/** Begins the page at its heading again, where a form's next step has replaced the one with the focus. */
export function focusNewHeading(): void {
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

function focusIfLost(nearer: Nearer): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const target = nearer ?? document.getElementById('content');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
