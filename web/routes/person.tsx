import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { PersonView } from '#web/people/person-view.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Person', isPrivate: true });

export default function PersonPage() {
  const { _id = '' } = useParams();
  return (
    <RoleGuard needs="admin">
      <PersonView key={_id} personId={_id} frame={DashboardPage} />
    </RoleGuard>
  );
}
