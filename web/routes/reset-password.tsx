import { latePage } from '#web/platform/late-page.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

/** No cache may hold it: it is for one person only. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Choose a new password', isPrivate: true });

const { Page, clientLoader } = latePage(
  async () => (await import('./late/reset-password.tsx')).ResetPasswordPage,
);

export { clientLoader };

/** Nothing to load on the server; with it the page is not held back for its `clientLoader` when it wakes up. */
export const loader = () => null;

export default Page;
