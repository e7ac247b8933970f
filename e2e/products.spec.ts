import { expect } from '@playwright/test';

import { afterRetries, demo, newPerson, newPhone, ownCategory, unique } from './journey.ts';
import { expectAccessible, expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

test('home has its parts: claim, advertisements, popular models in reach, what is new, three pictures, all categories', async ({
  page,
}) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const models = page.getByRole('navigation', { name: 'Popular models' }).getByRole('link');
  await expect(models.first()).toBeVisible();
  for (const model of await models.all()) await expect(model).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('article').first().getByAltText('Photo of')).toBeInViewport({ ratio: 0.3 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('More than 50 categories');
  await expect(page.getByRole('heading', { name: 'Advertisement', exact: true })).toBeVisible();
  const justListed = page.getByRole('list', { name: 'Just listed' });
  const cards = justListed.getByRole('article');
  await expect(cards).toHaveCount(4);
  const shown = await cards
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(shown).toHaveLength(4);
  // It is among them, unless other journeys have listed four phones since: their ids are larger.
  const own = `/product/${phone._id}`;
  expect(shown.includes(own) || shown.every((path) => path !== null && path > own)).toBe(true);
  await expect(page.getByRole('link', { name: 'Sell your phone' })).toHaveAttribute(
    'href',
    '/dashboard/addProduct',
  );
  await expect(page.locator('[aria-roledescription="slide"] img')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Available Product category' })).toBeVisible();
  const categories = await (await page.request.get('/api/category')).json();
  await expect(page.getByText('Show Available Device', { exact: true })).toHaveCount(categories.length);
  expect(categories.length).toBeGreaterThan(50);
  const names = await page
    .getByRole('link', { name: 'Show Available Device' })
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  expect(names).toEqual(
    categories.map(({ category }: { category: string }) => `Show Available Device, ${category}`),
  );
  await expectAccessible(page);
});

test('on a telephone home, also at /home, shows a phone without scrolling, and its carousel moves by buttons and by keys', async ({
  page,
}) => {
  // On a wide screen its pictures are side by side.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Available Product category' })).toBeVisible();
  await expect(page.getByRole('article').first().getByAltText('Photo of')).toBeInViewport({ ratio: 0.9 });
  const carousel = page.getByRole('region', { name: 'What you can count on' });
  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(carousel.getByText('2 of 3')).toBeVisible();
  // An arrow key during the scroll would only end it.
  const pictures = carousel.getByRole('list');
  await expect
    .poll(() => pictures.evaluate(({ scrollLeft, clientWidth }) => Math.abs(scrollLeft - clientWidth)))
    .toBeLessThan(1);
  await pictures.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(carousel.getByText('1 of 3')).toBeVisible();
});

test('a category card leads to its phones under its name, with the mark of verified sellers, and back leads back', async ({
  page,
}) => {
  await page.goto('/');
  // The demo's sellers; no journey lists phones in this category.
  const card = page.getByRole('link', { name: 'Show Available Device, Samsung' });
  await card.click();
  await expect(page).toHaveURL(/\/category\/[^/]+$/);
  await expect(page).toHaveTitle(/Samsung/);
  await expect(page.getByRole('heading', { name: 'Available Device' })).toBeVisible();
  await expect(page.getByText('Samsung', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Verified' }).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goBack();
  await expect(card).toBeInViewport();
  await page.goForward();
  await expect(page).toHaveTitle(/Samsung/);
  await page.reload();
  await expect(page).toHaveTitle(/Samsung/);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  await page.goBack();
  await expect(page).toHaveTitle(/Samsung/);
});

test('a card says what the spec wants to know of a phone', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  await page.goto(`/category/${phone.categoryId}`);
  const card = page.getByRole('article').filter({ hasText: phone.model });
  await expect(card.getByText(seller.name)).toBeVisible();
  await expect(card.getByText('Not Verify')).toBeVisible();
  await expect(card.getByText('$420.50')).toBeVisible();
  await expect(card.locator('s')).toHaveText('$799.99');
  await expect(card.getByText('−47%')).toHaveText('Saving −47%');
  for (const text of ['Dhaka', 'today', '2 years of use', 'Good Condition']) {
    await expect(card.getByText(text)).toBeVisible();
  }
});

test('beside the filters the second row of cards shows, however long a name is', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const model = unique('Rowtwo');
  const facts = {
    storageGb: 256,
    colour: 'black',
    batteryHealth: 94,
    location: 'Rajshahi',
  } as const;
  const first = await newPhone(seller, { ...facts, model });
  const models = [
    `${model} Galaxy Z Fold6 Special Edition 5G Dual SIM Enterprise`,
    model,
    model,
    model,
    model,
  ];
  for (const each of models) await newPhone(seller, { ...facts, model: each, image: first.image });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/search?q=${encodeURIComponent(model)}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(6);
  await page.evaluate(async () => void (await document.fonts.ready));
  for (const card of await cards.all()) {
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(520);
  }
  await expect(cards.last()).toBeInViewport();
});

test('signed out, both actions are links to login, which leads back into the dialog', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  const address = `/category/${phone.categoryId}`;
  await page.goto(address);
  const report = page.getByRole('link', { name: `Report admin, ${phone.model}` });
  await expect(report).toHaveText('Report admin');
  await expect(report).toHaveAttribute('href', '/login');
  await page.getByRole('link', { name: `Book Now, ${phone.model}` }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(demo.buyer.email);
  await page.getByLabel('Password').fill(demo.buyer.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(address);
  const dialog = page.getByRole('dialog', { name: `Book ${phone.model}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Book Now, ${phone.model}` })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('button', { name: `Book Now, ${phone.model}` })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL('/login');
});

test('Show more goes on with the next phones; its address works alone', async ({ page, browser }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const categoryId = await ownCategory(seller);
  const image = await seller.uploadPicture();
  const oldestPhone = await newPhone(seller, { categoryId, image });
  await Promise.all(Array.from({ length: 23 }, () => newPhone(seller, { categoryId, image })));
  const newestPhone = await newPhone(seller, { categoryId, image });
  await page.goto(`/category/${categoryId}`);
  const more = page.getByRole('link', { name: 'Show more' });
  const address = (await more.getAttribute('href')) ?? '';
  await more.click();
  const oldest = page.getByRole('article').filter({ hasText: oldestPhone.model });
  await expect(oldest).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: newestPhone.model })).toBeAttached();
  await page.goto(address);
  await expect(oldest).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: newestPhone.model })).toHaveCount(0);
  // Without scripts the next phones replace the first ones, and lead back to them, in a category as in a search.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  const back = plain.getByRole('link', { name: 'Back to the first phones' });
  for (const list of [`/category/${categoryId}`, '/search?condition=good']) {
    await plain.goto(list);
    await expect(back).toHaveCount(0);
    await plain.getByRole('link', { name: 'Show more' }).click();
    await expect(plain).toHaveURL(/cursor=/);
    await back.click();
    await expect(plain).toHaveURL(list);
  }
  await plain.close();
});

test('while the phones are on their way the page says so, failing shows, and trying again helps', async ({
  page,
}) => {
  await page.goto('/');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/products?*', async (route) => {
    await held;
    await route.abort('connectionrefused');
  });
  await page.getByRole('link', { name: 'Show Available Device, Apple' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading the phones' })).toBeAttached();
  release();
  await expect(page.getByRole('alert')).toContainText('cannot be reached', afterRetries);
  await page.unroute('**/api/products?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('long words stay on their cards at 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller, {
    model: `${'W'.repeat(58)}${unique('')}`.slice(0, 80),
    location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    buy: 100_000,
    sell: 99_999.99,
    useYear: 'about a dozen years',
  });
  await page.goto(`/category/${phone.categoryId}`);
  await expect(page.getByRole('article').filter({ hasText: phone.model })).toBeVisible();
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
});

test('public pages can be read and followed without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Show Available Device, Apple' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await expect(page).toHaveURL('/login');
  for (const path of ['/login', '/confirm-email?token=x', '/dashboard/orders']) {
    await page.goto(path);
    await expect(page.locator('noscript > p')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  }
  await context.close();
});
