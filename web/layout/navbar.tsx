import { Suspense } from 'react';
import { Link, NavLink, useLocation } from 'react-router';

import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { SearchField } from '#web/search/search-field.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';

/** Only for signed-in people: visitors need not load it. */
const Account = lazyPart(async () => (await import('./account.tsx')).Account);

/** Home, Blog, and Dashboard when signed in or Login when not. */
export function Navbar() {
  const { identity } = useSession();
  // The home page has its own search field.
  const { pathname } = useLocation();
  const isHome = pathname === paths.home || pathname === paths.homeByName;
  return (
    <header className="navbar">
      <div className="navbar-row">
        <Link to={paths.home} className="brand" aria-label="Ringback">
          <BrandMark />
          <span className="brand-name">Ringback</span>
        </Link>
        {!isHome && <SearchField />}
        <nav aria-label="Main" className="navbar-links">
          <ul className="flex flex-wrap items-center">
            <li>
              <NavLink to={paths.home} end className="nav-link">
                Home
              </NavLink>
            </li>
            <li>
              <NavLink to={paths.blog} className="nav-link">
                Blog
              </NavLink>
            </li>
            <li className="account-link">
              {identity === undefined ? (
                <NavLink to={paths.login} className="nav-link login-link">
                  Login
                </NavLink>
              ) : (
                <NavLink to={paths.dashboard} className="nav-link">
                  Dashboard
                </NavLink>
              )}
            </li>
          </ul>
        </nav>
        <div className="account-face">
          {identity !== undefined && (
            <Suspense>
              <Account identity={identity} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  );
}
