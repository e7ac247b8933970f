import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { Identity } from '#web/platform/access-token.ts';
import { useLiveUpdates } from '#web/live/use-live-updates.ts';
import { Bell } from '#web/notifications/bell.tsx';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { LogoutIcon, MenuIcon } from '#web/ui/tool-icons.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

import { type DrawerState, openDrawer } from './drawer.ts';

/** The bell, and the signed-in person's photo, which opens Drawer and Logout. */
export function Account({ identity }: { identity: Identity }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const frame = useRef<HTMLDivElement>(null);

  const showDrawer = (): void => {
    if (openDrawer()) return;
    const state: DrawerState = { opensDrawer: true };
    void navigate(paths.dashboard, { state });
  };
  const logOut = async (): Promise<void> => {
    // A page on which something is unfinished asks (`useLeaveConfirmation`), and cancels the event if the person stays.
    if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return;
    try {
      await signOut();
      toasts.info('Logout Successful');
      // The menu disappears; who has moved on meanwhile stays there.
      const { activeElement, body } = document;
      if (activeElement === body || frame.current?.contains(activeElement) === true)
        document.getElementById('content')?.focus({ preventScroll: true });
    } catch (error) {
      toasts.error(`${messageOf(error)} You are still logged in.`);
    }
  };
  return (
    <div ref={frame} className="flex">
      <Bell />
      <Menu
        label="Account menu"
        face={<Avatar name={identity.displayName} photo={identity.photoURL} className="size-9" />}
      >
        <p className="border-b border-line px-3 pt-1 pb-3 text-small">
          <span className="block font-semibold wrap-anywhere">{identity.displayName}</span>
          <span className="block break-all text-quiet">{identity.email}</span>
        </p>
        <div className="pt-1">
          <MenuItem icon={<MenuIcon />} onChoose={showDrawer}>
            Drawer
          </MenuItem>
          <MenuItem icon={<LogoutIcon />} onChoose={() => void logOut()}>
            Logout
          </MenuItem>
        </div>
      </Menu>
    </div>
  );
}

/**
 * Rendered once, around every page: each frame has its own account menu, and each newly opened stream makes all data
 * stale.
 */
export function LiveUpdates() {
  // Public pages do not change while they are read; only the bell and the phone of a phone's page are updated.
  useLiveUpdates({ refetchesShown: useLocation().pathname.startsWith(paths.dashboard) });
  return null;
}
