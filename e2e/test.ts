/**
 * `test` whose pages are hydrated when `goto`, `reload` and going back return, so that what a journey presses next is
 * not lost; and whose servers are stopped at its end, whatever came of it.
 */
import { type Page, expect, test as base } from '@playwright/test';

import { type DeployedServer, startDeployedServer } from './deployed-server.ts';

interface Fixtures {
  /** A server of the journey's own, from a folder of its own. */
  readonly deploy: typeof startDeployedServer;
}

export const test = base.extend<Fixtures, object>({
  // Playwright reads the fixtures that this one needs, which are none, from the pattern.
  // oxlint-disable-next-line no-empty-pattern
  deploy: async ({}, run) => {
    const servers: DeployedServer[] = [];
    await run(async (settings) => {
      const server = await startDeployedServer(settings);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.close();
  },
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
