import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useSend, useSession } from '#web/platform/runtime.tsx';
import { ToLogin } from '#web/platform/to-login.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { type Role, rememberRole } from './needed-role.ts';
import { adminQuery, sellerQuery } from './roles.ts';

const questions = { seller: sellerQuery, admin: adminQuery } as const;

/** Shows a page to those who have its role; everybody else goes to /login. */
export function RoleGuard({ needs, children }: { needs: Role; children: ReactNode }) {
  const send = useSend();
  const email = useSession().identity?.email ?? '';
  const location = useLocation();
  const { data, error, isFetching } = useQuery({
    ...questions[needs](send, email),
    // The person may have got the role since a "no", for example by finishing their sign-up.
    refetchOnMount: ({ state }) => state.data === true || 'always',
  });
  if (data === true) return children;
  if (data === false && !isFetching) {
    return <ToLogin state={rememberRole(location, needs)} />;
  }
  // The dashboard shows the error above the page, with a button to try again.
  return error === null ? <Spinner label="Checking your permissions" /> : null;
}
