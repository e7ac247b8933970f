import { focusContentIfLost } from './focus-content.ts';

/**
 * The row of a button, and the rows that take its place if the button's action removes it.
 *
 * @returns moves the focus to the first of them that is still there, if the focused element was removed; else to the
 *   page's content. To be called once the list is up to date.
 */
export function rowOf(button: Element | null): () => void {
  const row = button?.closest('tr');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  return () =>
    // The list is rendered first.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const near = rows.find((each) => each instanceof HTMLElement && each.isConnected);
        focusContentIfLost(near instanceof HTMLElement ? near : null);
      }),
    );
}
