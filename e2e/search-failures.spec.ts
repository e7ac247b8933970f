// Searches that cannot be answered as they are.
import { type Page, expect } from '@playwright/test';

import { afterRetries, newPerson, newPhone, ownCategory, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

const field = (page: Page) => page.getByRole('search').getByLabel('Search phones');
const found = (page: Page) => page.getByRole('list', { name: 'Phones for sale' }).getByRole('article');

test('what is wrong in an address is said, with a link that leaves it out', async ({ page }) => {
  const reply = await page.goto('/search?q=galaxy&condition=perfect&minPrice=cheap');
  expect(reply?.status()).toBe(400);
  await expect(page.getByRole('alert')).toContainText('Condition is one of: fresh, good, bad.');
  await expect(page.getByRole('alert')).toContainText('The lowest price is a number of dollars.');
  // Also for those who have typed it into the filter and see no address.
  await expect(page.getByRole('alert')).toContainText('This search is not possible.');
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: /^Search without/ }).click();
  await expect(page).toHaveURL('/search?q=galaxy');
  await expect(found(page).first()).toBeVisible();
});

test('an address that cannot be searched is told and never fails, and a word of any length fits', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [what, query] of [
    ['a broken cursor', 'cursor=nonsense'],
    ['a price range upside down', 'minPrice=500&maxPrice=100'],
    ['a question of ten thousand letters', `q=${'galaxy'.repeat(1700)}`],
    ['markup in every field', 'q=<script>&sort=<b>&colour=<i>&storage=x&cursor=<'],
  ] as const) {
    const reply = await page.goto(`/search?${query}`);
    expect(reply?.status(), what).toBe(400);
    await expect(page.getByRole('alert').getByRole('link'), what).toBeVisible();
    await expectNoSideScroll(page);
  }
  await page.goto(`/search?q=${'x'.repeat(200)}`);
  await expect(page.getByRole('heading', { name: 'Other phones' })).toBeVisible();
  await expectNoSideScroll(page);
});

test('beside a search of a category that is not possible stand no counts of the whole category', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const categoryId = await ownCategory(seller);
  await newPhone(seller, { categoryId });
  await page.goto(`/category/${categoryId}?maxPrice=1000`);
  const filters = page.locator('.search-layout');
  await expect(filters.getByText('$420.50 here')).toBeVisible();
  await page.getByLabel('From price in dollars').fill('2000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The lowest price is above the highest.');
  await expect(filters.getByText(/ here$/)).toHaveCount(0);
  const from = page.getByLabel('From price in dollars');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(from).toHaveAccessibleDescription(/The lowest price is above the highest/);
  await expectNoAxeFindings(page);
});

test('in the sheet of filters, a price that is not possible is explained below its field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/search?maxPrice=1000');
  await page.getByRole('button', { name: 'Filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  const from = sheet.getByLabel('From price in dollars');
  await from.fill('2000');
  await page.keyboard.press('Tab');
  await expect(sheet.getByText('The lowest price is above the highest.')).toBeVisible();
  await expectNoAxeFindings(page, { within: 'dialog' });
  // What the browser itself refuses is no search, but stays marked as long as it stands there.
  const invalid = await from.evaluate((input) => getComputedStyle(input).borderColor);
  await from.fill('');
  await page.keyboard.press('Tab');
  await expect(sheet.getByText('The lowest price is above the highest.')).toHaveCount(0);
  await from.fill('-5');
  await page.keyboard.press('Tab');
  await sheet.getByLabel('To price in dollars').focus();
  await expect(from).toHaveCSS('border-color', invalid);
});

test('a search that fails is told, and trying again helps', async ({ page }) => {
  await page.goto('/search?q=nokia');
  await expect(found(page).first()).toBeVisible();
  await page.route('**/api/search?*', (route) => route.abort('connectionrefused'));
  await field(page).fill('galaxy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('cannot be reached', afterRetries);
  await page.unroute('**/api/search?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(found(page).first()).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);
});

test('words that a search ignores are named above the results', async ({ page }) => {
  await page.goto('/search?q=5g+phones+in+Bangladesh');
  await expect(page.getByText('“bangladesh” is left out: phones are listed by city.')).toBeVisible();
  await expect(page.getByText('“5g” is left out: most sellers do not say it.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /phones$/ })).not.toHaveText('0 phones');
});

test('an exclusion is shown as a chip, and can be removed', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const word = unique('Zephyr').replaceAll(' ', '');
  const image = await seller.uploadPicture();
  for (const colour of ['black', 'blue'] as const) await newPhone(seller, { image, model: word, colour });
  await page.goto(`/search?q=${encodeURIComponent(`${word} phone not black not gold`)}`);
  await expect(page.locator('#found')).toHaveText('1 phone');
  const chip = page.getByRole('list', { name: 'Chosen' }).getByRole('link', { name: 'Not black, remove' });
  await chip.click();
  await expect(page.locator('#found')).toHaveText('2 phones');
  await expect(chip).toHaveCount(0);
  await expect(page).toHaveURL(/[^+]\+not\+gold$/);
});
