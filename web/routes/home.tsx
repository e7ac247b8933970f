import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Second-hand phones' });

export default function HomePage() {
  return <h1>Second-hand phones</h1>;
}
