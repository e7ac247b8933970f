import { type Page, expect, test } from '@playwright/test';

import { newPerson, newPhone } from './journey.ts';

const home = { path: '/', heading: /^More than 50 categories/ };

/** Until `goOn`, only the code that the page's HTML names comes: what stands around the page wakes up, the page does not. */
async function openAsleep(page: Page, path: string) {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const html = await (await page.request.get(path)).text();
  await page.route('**/assets/*.js', async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await mayGoOn;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible();
  return goOn;
}

test('a page whose code does not come can still be read', async ({ page }) => {
  await page.route('**/assets/home-*.js', async (route) => {
    const { length } = await (await route.fetch()).body();
    // The small one of the name says which page it is, the large one is the page.
    await (length > 1000 ? route.abort() : route.continue());
  });
  const failed = page.waitForEvent('requestfailed');
  await page.goto(home.path);
  await failed;
  await expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible();
  await expect(page.getByRole('heading', { name: home.heading })).toBeVisible();
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('a page that is jumped about on before it wakes up stays', async ({ page }) => {
  const goOn = await openAsleep(page, home.path);
  const heading = await page.getByRole('heading', { name: home.heading }).elementHandle();
  await page.getByRole('link', { name: 'Find a phone' }).click();
  await expect(page).toHaveURL('/#categories');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  const late = page.waitForResponse(/assets\/home-/);
  goOn();
  await late;
  await page.getByRole('link', { name: 'Find a phone' }).click();
  await expect(page.getByRole('link', { name: /^Show Available Device/ }).first()).toBeInViewport();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
});

test('what is pressed before the page wakes up is done when it has', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const photos = [await seller.uploadPicture(), await seller.uploadPicture()];
  const phone = await newPhone(seller, { image: photos[0] ?? '', photos });
  const goOn = await openAsleep(page, `/product/${phone._id}`);
  await page.getByRole('button', { name: 'Next photo' }).click();
  const count = page.locator('.gallery-count');
  await expect(count).toHaveText('Photo 1 of 2');
  goOn();
  await expect(count).toHaveText('Photo 2 of 2');
});

test('a photo that is pressed before the page wakes up opens in the page when it has', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  const goOn = await openAsleep(page, `/product/${phone._id}`);
  await page.getByRole('link', { name: `Photo of ${phone.model}, enlarge` }).click();
  goOn();
  await expect(page.getByRole('dialog', { name: `Photos of ${phone.model}, enlarged` })).toBeVisible();
});

test('a link that is pressed while the code is coming leads on where the code does not come', async ({
  page,
}) => {
  const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/assets/home-*.js', async (route) => {
    const { length } = await (await route.fetch()).body();
    if (length < 1000) return route.continue();
    await mayFail;
    await route.abort();
    return undefined;
  });
  await page.goto(home.path);
  await expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible();
  await page
    .getByRole('link', { name: /^Show Available Device/ })
    .first()
    .click();
  await expect(page).toHaveURL(home.path);
  fail();
  await expect(page).toHaveURL(/category/);
});
