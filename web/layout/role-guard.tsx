import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import { isFirstTry } from '#web/platform/first-try.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { RedirectToLogin } from '#web/platform/redirect-to-login.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isStaff } from '#web/users/is-staff.ts';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import { type Role, rememberRole } from './needed-role.ts';
import { adminQuery, sellerQuery } from './roles.ts';

const questions = { seller: sellerQuery, admin: adminQuery } as const;

/**
 * Shows a page to those who have its role; everybody else goes to /login. An admin who cannot act as one, because they
 * have no second factor yet, goes to their profile, which says so.
 */
export function RoleGuard({ needs, children }: { needs: Role; children: ReactNode }) {
  const send = useSend();
  const email = useSession().identity?.email ?? '';
  const location = useLocation();
  const { data, error, isFetching } = useQuery({
    ...questions[needs](send, email),
    // The person may have got the role since a "no", for example by finishing their sign-up.
    refetchOnMount: ({ state }) => state.data === true || 'always',
  });
  const isRefused = data === false && !isFetching;
  const user = useQuery({ ...ownUserQuery(send, email), enabled: isRefused && needs === 'admin' });
  if (data === true) return children;
  if (isRefused && !(needs === 'admin' && isFirstTry(user))) {
    if (needs === 'admin' && isStaff(user.data)) return <Navigate to={paths.profile} replace />;
    return <RedirectToLogin state={rememberRole(location, needs)} />;
  }
  // The dashboard shows the error above the page, with a button to try again.
  return error === null ? <Spinner label="Checking your permissions" /> : null;
}
