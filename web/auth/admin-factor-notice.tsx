import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';

import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';

import { factorsQuery } from './factors-query.ts';

/** Asks an admin without a second factor to set one up. The demo's admin needs none, and the notice says so. */
export function AdminFactorNotice() {
  const { data: factors } = useQuery(factorsQuery(useSend()));
  const { pathname } = useLocation();
  const isDemo = useSiteConfig()?.mode === 'demo';
  if (factors === undefined) return null;
  if (factors.isMissing) {
    if (pathname !== paths.profile) return <Navigate to={paths.profile} replace />;
    return (
      <p role="alert" className="mb-6 rounded-card bg-wait-soft px-4 py-3">
        Admins need a passkey or an authenticator app. Set one up below: until then you cannot do anything as
        an admin.
      </p>
    );
  }
  if (!isDemo || factors.totp || factors.passkeys > 0) return null;
  return (
    <p className="mb-4 text-small text-quiet print:hidden">
      The demo’s admin needs no second factor; a live site asks every admin for one.
    </p>
  );
}
