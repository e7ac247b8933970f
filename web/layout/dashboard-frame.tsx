import { type ReactNode, useEffect } from 'react';
import { NavLink, NavigationType, useLocation, useNavigationType } from 'react-router';

import { Sheet, closeSheet } from '#web/ui/sheet.tsx';
import { dropLayer } from '#web/ui/use-back-closes.ts';
import { MenuIcon } from '#web/ui/tool-icons.tsx';

import { drawerId, revealDrawer } from './drawer.ts';
import type { DrawerLink } from './drawer-links.tsx';
import { Footer } from './footer.tsx';
import { FrameTop } from './public-frame.tsx';

/** What stands around every page of the dashboard: navbar, and the drawer with the person's links. */
export function DashboardFrame({ links, children }: { links: readonly DrawerLink[]; children: ReactNode }) {
  useDrawerWithNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <FrameTop />
      <div className="dashboard">
        <Drawer links={links} />
        <div className="min-w-0">
          <button type="button" onClick={revealDrawer} className="drawer-button needs-script">
            <MenuIcon />
            All sections
          </button>
          <main id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Footer />
    </div>
  );
}

function Drawer({ links }: { links: readonly DrawerLink[] }) {
  const { pathname } = useLocation();
  return (
    <Sheet id={drawerId} label="Dashboard" className="drawer">
      {(isOpen) => (
        <nav aria-label="Dashboard">
          <ul>
            {links.map(({ to, alias, label, icon }) => (
              <li key={to}>
                {/* The link of the page one is on is marked, by whichever of its addresses one came. */}
                <NavLink
                  to={alias === pathname ? alias : to}
                  end
                  replace={isOpen}
                  onClick={() => void dropLayer()}
                  className="drawer-link"
                >
                  {icon}
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Sheet>
  );
}

/** The drawer closes where a link was followed, and opens where the navigation asks for it. */
function useDrawerWithNavigation(): void {
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  // The history keeps the state: a reload and Back ask for nothing.
  const isAsked = useNavigationType() !== NavigationType.Pop && wantsDrawer(state);
  useEffect(() => {
    if (isAsked) revealDrawer();
    else closeSheet(drawerId);
  }, [key, isAsked]);
}

const wantsDrawer = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'revealDrawer' in state;
