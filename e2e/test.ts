/**
 * `test` whose pages are hydrated when `goto`, `reload` and going back return, so that what a journey presses next is
 * not lost.
 */
import { type Page, expect, test as base } from '@playwright/test';

export const test = base.extend<object, object>({
  // Of the browser, since some journeys open contexts of their own.
  browser: [
    async ({ browser }, run) => {
      browser.on('context', (context) => context.on('page', waitForHydration));
      await run(browser);
    },
    { scope: 'worker' },
  ],
});

/**
 * Once loaded, a page of ours hydrates in some ten milliseconds: nobody presses as fast as a test. A journey that says
 * itself how long to wait (`waitUntil`) looks at what comes before.
 */
function waitForHydration(page: Page): void {
  const { goto, reload, goBack, goForward } = page;
  page.goto = (url, options) => hydrated(page, options, goto.call(page, url, options));
  page.reload = (options) => hydrated(page, options, reload.call(page, options));
  page.goBack = (options) => hydrated(page, options, goBack.call(page, options));
  page.goForward = (options) => hydrated(page, options, goForward.call(page, options));
}

async function hydrated<Reply>(
  page: Page,
  options: { readonly waitUntil?: unknown } | undefined,
  loading: Promise<Reply>,
): Promise<Reply> {
  const reply = await loading;
  if (options?.waitUntil === undefined) await expectHydrated(page);
  return reply;
}

/** Pages of others, and pages without scripts, have nothing to hydrate. A page may lead to another meanwhile. */
export const expectHydrated = (page: Page): Promise<void> =>
  expect(async () => {
    expect(await page.evaluate(() => 'reloadOnBack' in window), 'waits to be hydrated').toBe(false);
  }).toPass({ intervals: [20] });
