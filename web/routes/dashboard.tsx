import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { AdminFactorNotice } from '#web/auth/admin-factor-notice.tsx';
import { factorsQuery } from '#web/auth/factors-query.ts';
import { StepUpGate } from '#web/auth/step-up-gate.tsx';
import { UnconfirmedBanner } from '#web/auth/unconfirmed-banner.tsx';
import { DashboardFrame } from '#web/layout/dashboard-frame.tsx';
import { drawerLinks } from '#web/layout/drawer-links.tsx';
import { ErrorScreen } from '#web/layout/error-screen.tsx';
import { PublicFrame } from '#web/layout/public-frame.tsx';
import { type Roles, useRoles } from '#web/layout/roles.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { rememberOrigin } from '#web/platform/origin.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { RedirectToLogin } from '#web/platform/redirect-to-login.tsx';
import { ErrorNotice, type ErrorNoticeProps } from '#web/ui/notices.tsx';
import { RowDialogs } from '#web/ui/row-dialogs.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isStaff } from '#web/users/is-staff.ts';
import { ownUserQuery } from '#web/users/own-user-query.ts';
import { SuspensionBanner } from '#web/users/suspension-banner.tsx';
import { useCurrentIdentity } from '#web/users/use-current-identity.ts';

/** For one person only, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Dashboard', isPrivate: true });

/** For any signed-in person; everybody else goes to /login, which remembers the page. */
export default function DashboardLayout() {
  const { status, pending } = useSession();
  const location = useLocation();
  const roles = useRoles();
  const [wasSignedIn, setSignedIn] = useState(false);
  // Whoever signs out is not told at the login that they were logged out.
  const isStaying = status === 'signed-in' && pending !== 'signOut';
  if (wasSignedIn !== isStaying && (isStaying || pending === 'signOut')) setSignedIn(isStaying);
  // While they sign out, the page on which they do so says what comes next.
  if (status === 'signed-out' && pending !== 'signOut')
    return <RedirectToLogin state={{ ...rememberOrigin(location), wasLoggedOut: wasSignedIn }} />;
  return (
    <DashboardFrame links={drawerLinks(roles)}>
      {roles.failure !== undefined && <RolesFailure {...roles.failure} />}
      {status === 'signed-in' ? (
        <StepUpGate>
          <RowDialogs>
            <NoticesFirst roles={roles}>
              <Outlet />
            </NoticesFirst>
          </RowDialogs>
        </StepUpGate>
      ) : (
        <LoadingDashboard />
      )}
    </DashboardFrame>
  );
}

/**
 * Notices above every page. The page is shown together with them, because it would move down if they came later; its
 * data loads meanwhile. A call that fails delays nothing.
 */
function NoticesFirst({ roles, children }: { roles: Roles; children: ReactNode }) {
  const send = useSend();
  const email = useSession().identity?.email ?? '';
  const user = useQuery(ownUserQuery(send, email));
  useCurrentIdentity(user.data);
  const isAdmin = isStaff(user.data);
  const factors = useQuery({ ...factorsQuery(send), enabled: isAdmin });
  const isAwaited = roles.isAwaited || isFirstTry(user) || (isAdmin && isFirstTry(factors));
  return (
    <>
      {isAwaited && <Spinner label="Loading your dashboard" />}
      <div hidden={isAwaited}>
        <SuspensionBanner />
        <UnconfirmedBanner />
        {isAdmin && <AdminFactorNotice />}
        {children}
      </div>
    </>
  );
}

/** Without the answer, the links of sellers and admins are missing. */
function RolesFailure(notice: ErrorNoticeProps) {
  return (
    <div className="pb-6">
      <ErrorNotice {...notice} />
    </div>
  );
}

/** Rendered by the server for everyone, until the browser knows who is signed in. */
function LoadingDashboard() {
  return (
    <>
      <noscript>
        <p className="py-8 text-bad">The dashboard needs JavaScript, which is turned off in your browser.</p>
      </noscript>
      <Spinner label="Loading your dashboard" />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <PublicFrame>
      <ErrorScreen />
    </PublicFrame>
  );
}
