/** `test` whose pages are hydrated when `goto` and `reload` return, so that what a journey presses next is not lost. */
import { type Page, expect, test as base } from '@playwright/test';

export const test = base.extend({
  context: async ({ context }, run) => {
    context.on('page', waitForHydration);
    await run(context);
  },
});

/**
 * Once loaded, a page of ours hydrates in some ten milliseconds: nobody presses as fast as a test. A journey that says
 * itself how long to wait (`waitUntil`) looks at what comes before.
 */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await expectHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await expectHydrated(page);
    return response;
  };
}

/** Pages of others, and pages without scripts, have nothing to hydrate. A page may lead to another meanwhile. */
const expectHydrated = (page: Page): Promise<void> =>
  expect(async () => {
    expect(await page.evaluate(() => 'reloadOnBack' in window), 'waits to be hydrated').toBe(false);
  }).toPass({ intervals: [20] });
