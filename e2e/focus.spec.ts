import { type Page, expect } from '@playwright/test';

import { getUser } from '#contract/users.ts';

import { boxOf, demo, newPerson, newPhone, ownCategory, signInAs, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** The focused element, according to the browser. */
const focused = (page: Page) => page.locator(':focus');

const isOwnUser = (url: URL | string): boolean => new URL(url).pathname === '/api/user';

test('a button that is busy keeps the focus, and a second press sends nothing', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  const known = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let read = 0;
  let sent = 0;
  // The form is shown although the first read of the person's data fails; the next one is answered late, while the form
  // is being sent.
  await page.route(isOwnUser, async (route) => {
    if (route.request().method() === 'PATCH') {
      sent += 1;
      await held.promise;
    } else {
      read += 1;
      if (read === 1) return route.abort('connectionrefused');
      await known.promise;
    }
    return route.continue();
  });
  await page.goto('/dashboard/profile');
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByLabel('Name').fill(unique('Mina'));
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  const answered = page.waitForResponse((response) => isOwnUser(response.url()));
  known.resolve();
  await (await answered).finished();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  await save.press('Enter');
  await page.getByLabel('Name').press('Enter');
  await save.focus();
  held.resolve();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(save).toBeFocused();
  expect(sent).toBe(1);
});

test('a profile whose data the server refuses is shown without it, and does not retry for ever', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Buyer' });
  let read = 0;
  // The server refuses to tell another person's data.
  await page.route(isOwnUser, (route) => {
    read += 1;
    const url = new URL(route.request().url());
    url.searchParams.set('email', 'somebody-else@example.com');
    return route.continue({ url: url.href });
  });
  await page.goto('/dashboard/profile');
  await page.getByLabel('Name').fill(unique('Mina'));
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Profile saved')).toBeVisible();
  // Each part that shows such data asks when it appears, so how often depends on the order; but it comes to an end.
  const readsDuringTenAnswers = async (): Promise<number> => {
    const before = read;
    await page.evaluate(async (count) => {
      for (let asked = 0; asked < count; asked += 1) await fetch('/api/category');
    }, 10);
    return read - before;
  };
  await expect.poll(readsDuringTenAnswers).toBe(0);
});

test('the carousel’s button keeps the focus at the end', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'What you can count on' });
  const next = carousel.getByRole('button', { name: 'Next picture' });
  await next.press('Enter');
  await expect(carousel.getByText('2 of 3')).toBeVisible();
  await next.press('Enter');
  await expect(carousel.getByText('3 of 3')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
});

test('the order of a list keeps the focus when it is changed', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const word = unique('Kolibri').split(' ').at(-1) ?? '';
  await newPhone(seller, { model: `Cheap ${word}`, sell: 100 });
  await newPhone(seller, { model: `Dear ${word}`, sell: 200 });
  await page.goto(`/search?q=${word}&sort=newest`);
  const first = page.getByRole('article').first();
  await expect(first).toContainText('Dear');
  const sort = page.getByLabel('Sort by');
  await sort.focus();
  await sort.selectOption('Price: low to high');
  await expect(first).toContainText('Cheap');
  await expect(sort).toBeFocused();
  await page.goBack();
  await expect(first).toContainText('Dear');
  await expect(sort).toHaveValue('newest');
  await expect(sort).toBeFocused();
});

test('the button for the rest of a list leaves the focus where the rest begins', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const categoryId = await ownCategory(seller);
  const { image, model } = await newPhone(seller, { categoryId });
  await Promise.all(Array.from({ length: 24 }, () => newPhone(seller, { image, categoryId })));
  const { _id } = await seller.call(getUser, { query: {} });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/person/${_id}`);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await expect(more).toHaveCount(0);
  await expect(page.locator('tr:focus + tr').getByRole('link', { name: model })).toBeVisible();
});

test('a change of page moves the focus to its heading, a change of order does not', async ({ page }) => {
  await page.goto('/');
  await expect(focused(page)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).press('Enter');
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^More than 50 categories/ })).toBeFocused();
  await page
    .getByRole('link', { name: /^Show Available Device/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/category/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('using the navbar does not move the focus into the page', async ({ page }) => {
  await newPhone(await newPerson({ kind: 'Seller' }));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/about/how-it-works');
    await page.evaluate(() => scrollTo(0, 400));
    // Not by `click`, which scrolls first.
    const { x, y } = await boxOf(page.getByLabel('Search phones'));
    await page.mouse.click(x + 30, y + 20);
    await page.keyboard.type('pix');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(400);
  }
});

test('the ring around what Tab leads to is not cut by the end of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/signup');
  const room: number[] = [];
  // The last of them is in the foot of the page.
  for (let count = 0; count < 18; count += 1) {
    await page.keyboard.press('Tab');
    room.push(500 - (await boxOf(focused(page))).y - (await boxOf(focused(page))).height);
  }
  expect(Math.min(...room)).toBeGreaterThanOrEqual(4);
});

test('keys belong to the input method while it composes a word', async ({ page }) => {
  await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/');
  const field = page.getByRole('combobox', { name: 'Search phones' });
  await field.pressSequentially('pix');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true });
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
});

test('logging out on a page that stays leaves the focus in its content', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/about/safety');
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Logout' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the live region for toasts exists before the first toast', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/');
  const region = page.locator('[aria-live="polite"]:popover-open');
  await expect(region).toBeAttached();
  await expect(region).toBeEmpty();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const toast = region.getByText('Logout Successful');
  await expect(toast).toBeVisible();
  // A live region inside of another one is read twice.
  await expect(toast).not.toHaveAttribute('aria-live');
});

test('where the system asks for more contrast, quiet words and lines are stronger', async ({ page }) => {
  const colours = () =>
    page.evaluate(() => {
      const styles = getComputedStyle(document.documentElement);
      return ['quiet', 'edge', 'line'].map((name) => styles.getPropertyValue(`--color-${name}`));
    });
  await page.goto('/blog');
  const usual = await colours();
  await page.emulateMedia({ contrast: 'more' });
  const stronger = await colours();
  for (const [place, colour] of usual.entries()) expect(stronger[place]).not.toBe(colour);
  await expectNoAxeFindings(page);
});

test('with forced colours, buttons, the selection and the current page are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCSS('border-top-width', '1px');
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })).toHaveCSS(
    'outline-style',
    'solid',
  );
  // Suggestions for a part of the text may come first, and a choice among them ends with the next letter.
  const suggested = page.waitForResponse('**/api/search/suggestions?q=pix');
  await page.getByRole('combobox', { name: 'Search phones' }).pressSequentially('pix');
  await suggested;
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid');
});

test('the account menu closes when the focus leaves it by Tab, but not for its own button', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/blog');
  const open = page.getByRole('button', { name: 'Account menu' });
  const drawer = page.getByRole('button', { name: 'Drawer' });
  const logout = page.getByRole('button', { name: 'Logout' });
  await open.press('Enter');
  await drawer.focus();
  await page.keyboard.press('Tab');
  await expect(logout).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(logout).toBeHidden();
  await expect(page.locator(':focus')).toHaveCount(1);
  await open.press('Enter');
  await drawer.focus();
  await page.keyboard.press('Shift+Tab');
  // Its own button still opens and closes it.
  await expect(open).toBeFocused();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(open).not.toBeFocused();
  await expect(drawer).toBeHidden();
});
