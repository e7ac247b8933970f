import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Profile' });

export default function ProfilePage() {
  return <h1>Profile</h1>;
}
