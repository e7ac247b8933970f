// Code of the pages that cannot be loaded: offline, and after a deploy.
import { type Page, expect } from '@playwright/test';

import { afterRetries, boxOf, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { test } from './test.ts';

const homeHeading = { name: /^More than 50 categories/ };
const whenHydrated = (page: Page) =>
  expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible();
const reloadButton = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Reload' });

test('offline, the page stays and offers to reload; online again it works', async ({ page, context }) => {
  await page.goto('/');
  await whenHydrated(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(reloadButton(page)).toBeVisible();
  await expect(page.getByRole('heading', homeHeading)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toHaveCount(0);
  await context.setOffline(false);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await reloadButton(page).click();
  await whenHydrated(page);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('a link whose code failed once is followed when it is pressed again', async ({ page, context }) => {
  await page.goto('/');
  await whenHydrated(page);
  const blog = page.getByRole('link', { name: 'Blog' });
  const dismiss = page.getByRole('alert').getByRole('button', { name: 'Dismiss' });
  await context.setOffline(true);
  for (let times = 0; times < 2; times += 1) {
    await blog.click();
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveCount(1);
    await expect(page.getByRole('heading', homeHeading)).toBeVisible();
  }
  await context.setOffline(false);
  await blog.click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('a link whose code failed leads back here if the server does not answer', async ({ page, context }) => {
  await page.goto('/');
  await whenHydrated(page);
  const blog = page.getByRole('link', { name: 'Blog' });
  await context.setOffline(true);
  await blog.click();
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(reloadButton(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.route('/blog', () => undefined);
  await blog.click();
  await expect(reloadButton(page)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toHaveCount(0);
  await expect(page.getByRole('heading', homeHeading)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('Back to a page whose code is missing leaves this page under its own address', async ({
  page,
  context,
}) => {
  // While Playwright intercepts requests, the browser does not cache code.
  await context.route('**/nothing', (route) => route.continue());
  await page.goto('/');
  await whenHydrated(page);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await page.reload();
  await whenHydrated(page);
  await context.setOffline(true);
  await page.evaluate(() => history.back());
  await expect(reloadButton(page)).toBeVisible();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('offline, a dialog that cannot be loaded leaves the page as it is, and opens once there is a connection', async ({
  page,
  context,
}) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await context.setOffline(true);
  const book = page.getByRole('button', { name: `Book Now, ${phone.model}` });
  // It is there before it can be seen.
  const opening = page.getByRole('progressbar', { name: 'Opening', includeHidden: true });
  await book.click();
  await expect(reloadButton(page)).toBeVisible();
  // React leaves it for a third of a second: until then, another press is of the same dialog.
  await expect(opening).toHaveCount(0);
  await expect(page.getByRole('heading', { name: phone.model })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await book.click();
  await expect(reloadButton(page)).toBeVisible();
  await expect(opening).toHaveCount(0);
  await context.setOffline(false);
  await book.click();
  await expect(page.getByRole('dialog', { name: `Book ${phone.model}` })).toBeVisible();
});

test('no toast covers the offer to reload, and the next page does not show it', async ({ page, context }) => {
  const { _id, model } = await newPhone(await newPerson({ kind: 'Seller' }));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${_id}`);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: `Book Now, ${model}` }).click();
  await expect(reloadButton(page)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = await boxOf(page.getByText('The address is copied'));
  expect(toast.y + toast.height).toBeLessThan((await boxOf(page.getByRole('alert'))).y);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await expect(reloadButton(page)).toHaveCount(0);
});

test('offline, a failure is shown with our own text, without a download', async ({ page, context }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/blog');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await context.setOffline(true);
  await page.getByText('Logout', { exact: true }).click();
  await expect(page.getByText(/You are still logged in/)).toBeVisible();
  await expect(page.getByText(/dynamically imported|Failed to fetch/)).toHaveCount(0);
});

test('offline, a list whose code is missing says that there is no connection', async ({ page, context }) => {
  await page.goto('/search?q=galaxy');
  await whenHydrated(page);
  await context.setOffline(true);
  await page.getByLabel('Sort by').selectOption({ label: 'Price: low to high' });
  const failed = page.getByRole('main').getByRole('alert');
  await expect(failed).toContainText('Ringback cannot be reached', afterRetries);
  await context.setOffline(false);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toHaveCount(0);
  await expect(
    page.getByRole('list', { name: 'Phones for sale' }).getByRole('article').first(),
  ).toBeVisible();
});

test('offline, a login says that there is no connection, and works once there is one', async ({
  page,
  context,
}) => {
  const { email, password } = await newPerson({ kind: 'Buyer' });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  await context.setOffline(true);
  await login.click();
  await expect(page.getByText(/^Ringback cannot be reached/)).toBeVisible();
  await context.setOffline(false);
  await login.click();
  await expect(page).toHaveURL('/');
});

test('after a deploy, a page that is open goes on with the code of its own build, for a day', async ({
  page,
  deploy,
}) => {
  test.setTimeout(400_000);
  const server = await deploy();
  await page.goto(server.address);
  await whenHydrated(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await server.redeployWithout(/^(blog|search)-/);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  // A day later the code is gone: the last good page stays.
  await server.deleteEarlierBuilds();
  const search = page.getByRole('searchbox').or(page.getByRole('combobox'));
  await search.fill('galaxy');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(reloadButton(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/blog`);

  // Of the build that runs now the page has all its code, until the server is away.
  await page.goto(server.address);
  await whenHydrated(page);
  await server.close();
  // The browser knows of no failure, and the connection is refused before React has rendered that the page changes.
  for (let times = 0; times < 2; times += 1) {
    const asked = page.waitForEvent('requestfailed');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await asked;
    await expect(reloadButton(page)).toBeVisible();
    await expect(page.getByRole('heading', homeHeading)).toBeVisible();
    await expect(page).toHaveURL(`${server.address}/`);
  }
});

for (const [what, file] of [
  ['of a page', 'my-orders'],
  ['that every page needs', 'entry'],
]) {
  test(`a page whose code ${what} never arrived says so and offers to reload`, async ({ page }) => {
    await signUpAs(page, { kind: 'Buyer' });
    const code = new RegExp(`/assets/${file}[^/]*\\.js$`);
    await page.route(code, (route) => route.abort('connectionreset'));
    await page.goto('/dashboard', { waitUntil: 'load' });
    const reload = page.getByRole('alert').getByRole('link', { name: 'Reload' });
    await expect(reload).toBeVisible();
    await page.unroute(code);
    await reload.click();
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
    await expect(reload).toHaveCount(0);
  });
}

test('a navigation that takes long shows that it is under way', async ({ page }) => {
  await page.goto('/');
  await whenHydrated(page);
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/blog-*.js', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Blog' }).click();
  const progress = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(progress).toBeVisible();
  goOn();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await expect(progress).toHaveCount(0);
});

test('a dialog whose code takes long shows within the press that it opens', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await signUpAs(page, { kind: 'Buyer' });
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/book-dialog-*.js', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  const sign = page.getByRole('progressbar', { name: 'Opening' });
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(sign).toHaveCount(0);
  await page.getByRole('button', { name: `Book Now, ${phone.model}` }).click();
  await expect(sign).toBeVisible();
  goOn();
  await expect(page.getByRole('dialog', { name: `Book ${phone.model}` })).toBeVisible();
  await expect(sign).toHaveCount(0);
});

test('an answer of an unexpected shape is reported, and the page says that something went wrong', async ({
  page,
}) => {
  await signInAs(page, demo.buyer);
  // The server gives another call's answer.
  await page.route(/\/api\/bookedProduct\?/, (route) =>
    route.continue({ url: new URL('/api/category', route.request().url()).href }),
  );
  const reported = page.waitForRequest('**/api/client-errors');
  await page.goto('/dashboard');
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  const { message } = (await reported).postDataJSON() as { message: string };
  expect(message).toContain('GET /bookedProduct has an unexpected answer: 0.productId: Invalid input');
});

test('an error of a page reaches the server without personal data', async ({ page }) => {
  await page.goto('/blog?from=mina@example.com');
  await whenHydrated(page);
  const reported = page.waitForResponse('**/api/client-errors');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('planted for mina@example.com at /search?q=secret');
    });
  });
  const response = await reported;
  expect(response.status()).toBe(200);
  expect(response.request().postDataJSON()).toMatchObject({
    message: 'Error: planted for [e-mail] at /search?…',
    path: '/blog',
  });
});
