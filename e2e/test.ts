/**
 * `test` whose pages are hydrated when `goto`, `reload` and going back return, so that no press is lost; its servers
 * are stopped and the browser's contexts closed at the end, also after a failure.
 */
import { type Page, expect, test as base } from '@playwright/test';

import { type DeployedServer, startDeployedServer } from './deployed-server.ts';

interface Fixtures {
  /** Starts a separate server in a separate folder. */
  readonly deploy: typeof startDeployedServer;
  readonly closedContexts: undefined;
}

export const test = base.extend<Fixtures, object>({
  // Playwright reads the fixtures that this one needs (none) from the pattern.
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
  // Playwright closes only its own context; the pages of the others would go on asking the server in later journeys.
  closedContexts: [
    async ({ browser }, run) => {
      await run(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // A fixture of the browser, since some journeys open their own contexts.
  browser: [
    async ({ browser }, run) => {
      browser.on('context', (context) => context.on('page', waitForHydration));
      await run(browser);
    },
    { scope: 'worker' },
  ],
});

/**
 * Once loaded, a page of ours hydrates within some ten milliseconds, but a test presses faster than people. A journey
 * that sets `waitUntil` itself checks what happens before.
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

/** Pages of other sites, and pages without scripts, do not hydrate. A page may redirect to another meanwhile. */
export const expectHydrated = (page: Page): Promise<void> =>
  expect(async () => {
    expect(await page.evaluate(() => 'reloadOnBack' in window), 'waits to be hydrated').toBe(false);
  }).toPass({ intervals: [20] });
