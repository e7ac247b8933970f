import { Outlet } from 'react-router';

import { ErrorScreen } from '#web/layout/error-screen.tsx';
import { PublicFrame } from '#web/layout/public-frame.tsx';

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PublicFrame>
      <ErrorScreen />
    </PublicFrame>
  );
}
