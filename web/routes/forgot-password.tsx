import { latePage } from '#web/platform/late-page.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Forgot your password', isPrivate: true });

const { Page, clientLoader } = latePage(
  async () => (await import('./late/forgot-password.tsx')).ForgotPasswordPage,
);

export { clientLoader };

/** Nothing to load on the server; with it the page is not held back for its `clientLoader` when it wakes up. */
export const loader = () => null;

export default Page;
