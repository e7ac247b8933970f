// The site on the home screen, and the page that appears instead of the browser's own when nothing can be loaded.
import { type Page, expect } from '@playwright/test';

import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { signUpAs } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const untilControlled = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });

/** Waits until the newest service worker of the site is active; the page may have been loaded through it already. */
const untilNewest = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const coming = registration.installing ?? registration.waiting;
    if (coming !== null && coming.state !== 'activated')
      await new Promise<void>((resolve) =>
        coming.addEventListener('statechange', () => coming.state === 'activated' && resolve()),
      );
  });

test('the site can be installed, with icons that are there', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await request.get(href ?? '');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { start_url: start, display, icons } = await manifest.json();
  expect([start, display]).toEqual(['/', 'standalone']);
  for (const { src, type } of icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
});

test('offline a page of ours appears, and the wanted one as soon as there is a connection again', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await untilControlled(page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  const background = await root.evaluate((element) => getComputedStyle(element).backgroundColor);
  await context.setOffline(true);
  await page.goto('/about/fees');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  // In the chosen colour scheme, not the system's.
  await expect(root).toHaveCSS('background-color', background);
  await expectNoAxeFindings(page);
  // Only pages: a call fails as it would without the service worker, and nothing is stored.
  const found = await page.evaluate(async () => [
    await fetch('/api/category').then(
      () => 'answered',
      () => 'failed',
    ),
    (await caches.keys()).length,
  ]);
  expect(found).toEqual(['failed', 0]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  // No press is needed.
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/about\/fees$/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('a link of a mail, which works once, is asked for once', async ({ page, baseURL }) => {
  const { email } = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/');
  await untilControlled(page);
  await page.goto('/about/fees');
  const token = tokenIn(await mailTo(baseURL ?? '', email, 'Confirm'));
  await page.goto(`/api/auth/verify-email?token=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is confirmed');
});

test('during a deploy a page of ours appears, then the wanted one, and the new service worker takes over', async ({
  page,
  context,
  deploy,
}) => {
  // It copies and starts a separate server.
  test.setTimeout(400_000);
  const server = await deploy();
  const fees = `${server.address}/about/fees`;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(server.address);
  await untilControlled(page);
  const deployed = server.redeployServiceWorker('You are offline', 'No connection');
  await expect(async () => {
    await page.goto(fees, { waitUntil: 'load' });
    await expect(heading).toHaveText('Ringback cannot be reached', { timeout: 1 });
  }).toPass({ intervals: [100] });
  await deployed;
  // The old one answers the first visit, which loads the new one.
  await expect(page.getByRole('contentinfo')).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(fees);
  await untilNewest(page);
  await context.setOffline(true);
  await page.goto(server.address);
  await expect(heading).toHaveText('No connection');
  await context.setOffline(false);
  // The offline page leads to the wanted one by itself; another navigation would be interrupted by it.
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.goto(fees);
  await expect(heading).toHaveText('Fees');
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('a browser asks for a new service worker with every visit', async ({ request }) => {
  const headers = (await request.get('/service-worker.js')).headers();
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toContain('javascript');
});
