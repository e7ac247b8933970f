import { type ReactNode, useEffect } from 'react';
import { NavLink, NavigationType, useLocation, useNavigationType } from 'react-router';

import { Sheet, closeSheet } from '#web/ui/sheet.tsx';
import { removeLayer } from '#web/ui/use-close-on-back.ts';
import { MenuIcon } from '#web/ui/tool-icons.tsx';

import { drawerId, openDrawer } from './drawer.ts';
import type { DrawerLink } from './drawer-links.tsx';
import { Footer } from './footer.tsx';
import { FrameTop } from './public-frame.tsx';

/** The frame of every dashboard page: navbar, and the drawer with the person's links. */
export function DashboardFrame({ links, children }: { links: readonly DrawerLink[]; children: ReactNode }) {
  useDrawerWithNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <FrameTop />
      <div className="dashboard">
        <Drawer links={links} />
        <div className="min-w-0">
          <button type="button" onClick={openDrawer} className="drawer-button needs-script">
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
                {/* The current page's link is marked for each of the page's addresses. */}
                <NavLink
                  to={alias === pathname ? alias : to}
                  end
                  // Otherwise the router decides: a link to the current page must not add a step for Back.
                  replace={isOpen || undefined}
                  onClick={(event) => {
                    const isHere = to === pathname || alias === pathname;
                    if (isOpen && isHere) {
                      event.preventDefault();
                      closeSheet(drawerId);
                    } else removeLayer();
                  }}
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

/** Closes the drawer after a link was followed, and opens it if the navigation's state requests that. */
function useDrawerWithNavigation(): void {
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  // The history keeps the state, so a reload or Back must not open the drawer again.
  const isAsked = useNavigationType() !== NavigationType.Pop && wantsDrawer(state);
  useEffect(() => {
    if (isAsked) openDrawer();
    else closeSheet(drawerId);
  }, [key, isAsked]);
}

const wantsDrawer = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opensDrawer' in state;
