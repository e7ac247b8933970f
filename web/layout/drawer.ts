/** The dashboard's side drawer: always there on a wide screen, revealed on a narrow one. */
import { openSheet } from '#web/ui/sheet.tsx';

export const drawerId = 'drawer';

/** In a navigation's state: the dashboard opens with its drawer revealed. */
export interface DrawerState {
  readonly revealDrawer: true;
}

/** Reveals the drawer of this page and puts the caret on its first link; false where the page has none. */
export function revealDrawer(): boolean {
  if (!openSheet(drawerId)) return false;
  document.getElementById(drawerId)?.querySelector('a')?.focus();
  return true;
}
