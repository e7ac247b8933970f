/** The dashboard's side drawer: always there on a wide screen, revealed on a narrow one. */
export const drawerId = 'drawer';

/** In a navigation's state: the dashboard opens with its drawer revealed. */
export interface DrawerState {
  readonly revealDrawer: true;
}

/** Reveals the drawer of this page and puts the caret on its first link; false where the page has none. */
export function revealDrawer(): boolean {
  const drawer = document.getElementById(drawerId);
  if (drawer === null) return false;
  // On a wide screen it stands in the page already.
  if (getComputedStyle(drawer).position === 'fixed') drawer.showPopover();
  drawer.querySelector('a')?.focus();
  return true;
}

export function hideDrawer(): void {
  const drawer = document.getElementById(drawerId);
  if (drawer?.matches(':popover-open') === true) drawer.hidePopover();
}
