import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Sign up' });

export default function SignupPage() {
  return <h1>Sign up</h1>;
}
