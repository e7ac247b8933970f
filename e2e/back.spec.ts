import { type Page, expect } from '@playwright/test';

import { newPerson, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';

const narrow = { width: 360, height: 740 };

/** The number of history entries for dialogs, sheets and photos above the page. */
const expectLayers = (page: Page, count: number): Promise<void> =>
  expect.poll(() => page.evaluate(() => Number(history.state?.layers?.length ?? 0))).toBe(count);

async function openPhones(page: Page) {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/');
  await page.goto(`/category/${phone.categoryId}`);
  return phone;
}

test('going back closes the booking dialog and keeps what was typed, and leads from the orders to the phones with one step', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Buyer' });
  const { model, categoryId } = await openPhones(page);
  const dialog = page.getByRole('dialog', { name: `Book ${model}` });
  const open = page.getByRole('button', { name: `Book Now, ${model}` });
  await open.click();
  await dialog.getByLabel('Meeting location').fill('Gulshan 2');
  await expectLayers(page, 1);
  const title = await page.title();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/category/${categoryId}`);
  await expect(open).toBeFocused();
  await open.click();
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('Gulshan 2');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  // A dialog that was closed in another way leaves no history entry.
  await expectLayers(page, 0);
  await expect(page).toHaveTitle(title);
  await open.click();
  await page.getByLabel('Phone number').fill('01811000000');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL(`/category/${categoryId}`);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('going back closes the choice of a city, and what was entered is there again', async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto('/search?q=phone');
  const open = page.getByRole('button', { name: 'Near me' });
  const dialog = page.getByRole('dialog', { name: 'Phones near a city' });
  const city = dialog.getByRole('combobox', { name: 'City' });
  await open.click();
  await city.pressSequentially('chittag');
  await dialog.getByRole('combobox', { name: 'Within' }).selectOption('50 km');
  await expectLayers(page, 1);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/search?q=phone');
  await open.click();
  await expect(city).toHaveValue('chittag');
  await expect(dialog.getByRole('combobox', { name: 'Within' })).toHaveValue('50');
  await city.press('End');
  await city.press('o');
  await dialog.getByRole('option', { name: 'Chittagong, Bangladesh' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open.click();
  await dialog.getByRole('button', { name: 'Show the phones' }).click();
  await expect(page).toHaveURL('/search?q=phone&near=1205733&within=50&sort=distance');
});

test('going back to another page closes the account menu', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
  // Following a link closes the menu, so that one opened before the page has come would be closed.
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(logout).toBeHidden();
});

test('on a narrow screen the filter is modal, and going back closes it with what was chosen', async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  const { categoryId } = await openPhones(page);
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  const filter = page.getByRole('button', { name: /^Filter/ });
  await filter.click();
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expectLayers(page, 1);
  // The page behind cannot be focused.
  await filter.evaluate((button) => button.focus());
  await expect(filter).not.toBeFocused();
  await sheet.getByLabel('Good Condition').check();
  await expect(page).toHaveURL(/condition=good/);
  // The address changes before the page does.
  await expect(sheet.getByText('1 chosen')).toBeVisible();
  await sheet.getByLabel('Fresh Condition').check();
  await expect(page).toHaveURL(/condition=fresh,good/);
  await expect(sheet.getByText('2 chosen')).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/condition=fresh,good/);
  await filter.click();
  await expectLayers(page, 1);
  await expect(sheet.getByText('2 chosen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expectLayers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(/condition=good/);
  await page.goBack();
  await expect(page).toHaveURL(`/category/${categoryId}`);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a price that is sent by Enter or the button is one step back, at any width', async ({ page }) => {
  for (const [how, width] of [
    ['Enter', 360],
    ['Enter', 1280],
    ['the button', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/');
    await page.goto('/search?q=galaxy');
    if (width === narrow.width) await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByLabel('To price in dollars').pressSequentially('400');
    if (how === 'Enter') await page.keyboard.press('Enter');
    else await page.getByRole('button', { name: /^Show \d/ }).click();
    await expect(page).toHaveURL('/search?q=galaxy&maxPrice=400');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/search?q=galaxy');
    await page.goBack();
    await expect(page).toHaveURL('/');
  }
});

test('on a narrow screen the drawer is modal, stays closed after a reload, closes by going back, and its links leave one step', async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/');
  await page.goto('/dashboard');
  const drawer = page.getByRole('dialog', { name: 'Dashboard' });
  const open = page.getByRole('button', { name: 'All sections' });
  await open.click();
  await expect(page.locator('dialog:modal')).toHaveCount(1);
  await expectLayers(page, 1);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  await open.click();
  await drawer.getByRole('link', { name: 'My Orders' }).click();
  await expect(drawer).toBeHidden();
  await expectLayers(page, 0);
  await open.click();
  await drawer.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/');

  // Loaded again: a navigation back that has not ended would close the account menu.
  await page.goto('/');
  // The drawer that was asked for does not open again with a reload.
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Drawer' }).click();
  const link = page.getByRole('link', { name: 'Profile' });
  await expect(link).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expect(link).not.toBeInViewport();

  await page.goto('/');
  await page.goto('/dashboard');
  await open.click();
  await expectLayers(page, 1);
  await page.reload();
  await expect(drawer).toBeHidden();
  await open.click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});

test('the drawer’s link to the page that is shown adds no step for Back', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard');
  const drawer = page.getByRole('navigation', { name: 'Dashboard' });
  await drawer.getByRole('link', { name: 'My Products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused();
  await drawer.getByRole('link', { name: 'My Products' }).click();
  await drawer.getByRole('link', { name: 'My Products' }).click();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

test('the same search sent again adds no step for Back', async ({ page }) => {
  await page.goto('/blog');
  const field = page.getByRole('search').getByLabel('Search phones');
  const entry = () => page.evaluate(() => JSON.stringify(history.state));
  await field.fill('galaxy');
  // The first time as early as possible: the address is new, and the page not yet rendered.
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...step) => {
      pushState.apply(history, step);
      history.pushState = pushState;
      queueMicrotask(() => document.querySelector<HTMLFormElement>('form[role=search]')?.requestSubmit());
    };
  });
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'galaxy' })).toBeVisible();
  const second = await entry();
  await field.press('Enter');
  await expect.poll(entry).not.toBe(second);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
});
