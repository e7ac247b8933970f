/** The dashboard's side drawer: always visible on a wide screen, opened on request on a narrow one. */
import { openSheet } from '#web/ui/sheet.tsx';

export const drawerId = 'drawer';

/** The state of a navigation that opens the dashboard's drawer. */
export interface DrawerState {
  readonly opensDrawer: true;
}

/** Opens this page's drawer and focuses its first link. @returns false if the page has no drawer */
export function openDrawer(): boolean {
  if (!openSheet(drawerId)) return false;
  document.getElementById(drawerId)?.querySelector('a')?.focus();
  return true;
}
