import { latePage } from '#web/platform/late-page.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Blog',
    description:
      'Four questions on web development, answered: managing state, prototypal inheritance, unit tests, and React, Angular and Vue compared.',
  });

const { Page, clientLoader } = latePage(async () => (await import('./late/blog.tsx')).BlogPage);

export { clientLoader };

/** Nothing to load on the server; with it the page is not held back for its `clientLoader` when it wakes up. */
export const loader = () => null;

export default Page;
