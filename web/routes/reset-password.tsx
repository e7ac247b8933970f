import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Choose a new password' });

export default function ResetPasswordPage() {
  return <h1>Choose a new password</h1>;
}
