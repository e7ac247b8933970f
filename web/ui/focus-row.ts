import { focusContentIfLost } from './focus-content.ts';

/**
 * Remembers the row of a button, and the rows that take its place if the button's action removes it.
 *
 * @returns moves the focus to the first of them that is still there, if the focused element was removed; else to the
 *   page's content. To be called once the list is up to date.
 */
export function rememberRow(button: Element | null): () => void {
  const row = button?.closest('tr');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  return () =>
    focusContentIfLost(() =>
      rows.filter((each) => each instanceof HTMLElement).find((each) => each.isConnected),
    );
}
