import { data } from 'react-router';

import { ErrorContent, errorTitle } from '#web/layout/error-screen.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: errorTitle, isPrivate: true });

export const loader = () => data(null, { status: 404 });

export const clientLoader = () => null;

export default function NotFoundPage() {
  return <ErrorContent status={404} message="404 Not Found. There is no page at this address." />;
}
