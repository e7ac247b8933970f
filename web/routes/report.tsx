import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { RoleGuard } from '#web/layout/role-guard.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { ReportView } from '#web/reports/report-view.tsx';

export const meta = () => pageMeta({ title: 'Report', isPrivate: true });

export default function ReportPage() {
  const { _id = '' } = useParams();
  return (
    <RoleGuard needs="admin">
      <ReportView key={_id} reportId={_id} frame={DashboardPage} />
    </RoleGuard>
  );
}
