import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Forgot your password' });

export default function ForgotPasswordPage() {
  return <h1>Forgot your password</h1>;
}
