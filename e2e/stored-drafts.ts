import { randomUUID } from 'node:crypto';

import { type Page, expect } from '@playwright/test';

/** Waits until the stored draft contains these words: a pending write is lost with the page. */
export async function expectStored(page: Page, ...words: string[]): Promise<void> {
  for (const each of words) await expect.poll(() => storedDrafts(page)).toContain(each);
}

/** Waits until no draft is stored. */
export const expectNothingStored = (page: Page): Promise<void> =>
  expect.poll(() => storedDrafts(page)).toBe('[]');

/** All stored drafts as one text; files are `{}` in it. */
const storedDrafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('ringback-drafts', 1);
        // Before the first draft there is no such database, and this must not create it.
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction?.abort();
          resolve('[]');
        });
        opening.addEventListener('error', () => resolve(''));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.addEventListener('success', () => {
            resolve(JSON.stringify(all.result));
            opening.result.close();
          });
        });
      }),
  );

/** The next report names photos that the server does not have, as after a day in which nothing used them. */
export const forgetPhotosOnce = (page: Page) =>
  page.route(
    '**/api/orders/*/report-problem',
    (route) => {
      const body: object = route.request().postDataJSON();
      return route.continue({ postData: { ...body, photos: [randomUUID()] } });
    },
    { times: 1 },
  );
