import { Suspense } from 'react';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * Lazy, because every page loads the list of all files that pages import directly: what only admins see is not in it.
 */
const MoneyPanels = lazyPart(async () => (await import('#web/sections/money-panels.tsx')).MoneyPanels);

export const meta = () => pageMeta({ title: 'Money', isPrivate: true });

export default function MoneyPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="Money" intro="Where all the money is, and whether the card processor agrees.">
        <Suspense fallback={<Spinner label="Loading the figures" />}>
          <MoneyPanels />
        </Suspense>
      </DashboardPage>
    </RoleGuard>
  );
}
