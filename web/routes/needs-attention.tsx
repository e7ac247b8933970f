import { Suspense } from 'react';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Lazy for the same reason as on the page Money: only admins see it. */
const AttentionLists = lazyPart(
  async () => (await import('#web/sections/attention-lists.tsx')).AttentionLists,
);

export const meta = () => pageMeta({ title: 'Needs attention', isPrivate: true });

export default function NeedsAttentionPage() {
  return (
    <RoleGuard needs="admin">
      <DashboardPage title="Needs attention" intro="What Ringback could not finish by itself.">
        <Suspense fallback={<Spinner label="Loading what needs attention" />}>
          <AttentionLists />
        </Suspense>
      </DashboardPage>
    </RoleGuard>
  );
}
