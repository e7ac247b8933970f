import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Login' });

export default function LoginPage() {
  return <h1>Login</h1>;
}
