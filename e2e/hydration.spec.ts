// What happens before the scripts run, and in a browser whose clock is wrong.
import { type Page, expect, test } from '@playwright/test';

import { hourMs, minuteMs } from '#contract/durations.ts';
import { newPerson, newPhone, signUpAs } from './journey.ts';
import { book } from './trade.ts';

const homeHeading = { name: /^More than 50 categories/ };

/** From here on no script of ours arrives until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  return goOn;
}

/** The search field becomes a combobox when the page is hydrated. */
const whenHydrated = (page: Page) =>
  expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible();

test('Back over a page that is not hydrated leads to the page of the address', async ({ page }) => {
  await page.goto('/');
  await whenHydrated(page);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  const goOn = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', homeHeading)).toBeVisible();
  goOn();
  await whenHydrated(page);
  await expect(page.getByRole('heading', homeHeading)).toBeVisible();
});

test('before a page is hydrated its links lead on and its search searches', async ({ page }) => {
  await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Find a phone' }).click();
  await expect(page).toHaveURL('/#categories');
  await page.getByRole('searchbox', { name: 'Search phones' }).fill('galaxy');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/search?q=galaxy');
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
});

test('an account type that is chosen before the page is hydrated stays chosen', async ({ page }) => {
  const goOn = await holdScripts(page);
  await page.goto('/signup', { waitUntil: 'commit' });
  await page.getByText('Seller', { exact: true }).click();
  await page.getByLabel('Name').fill('Mina');
  goOn();
  await whenHydrated(page);
  const signUp = page.getByRole('button', { name: 'Sign up', exact: true });
  await expect(signUp).toBeEnabled();
  await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked();
  await expect(page.getByLabel('Name')).toHaveValue('Mina');
});

test('a clock that is ten minutes slow does not make an old answer fresh', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const now = Date.now();
  await page.clock.install({ time: now - 10 * minuteMs });
  await page.goto(`/product/${phone._id}`);
  await whenHydrated(page);
  await book(await newPerson({ kind: 'Buyer' }), phone._id);
  // An answer is fresh for 30 seconds, and a page that stays open asks again after 60.
  await page.clock.fastForward(40_000);
  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Blog' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Somebody has booked this phone')).toBeVisible();
});

test('a clock that is a day fast does not say that the time to pay is over', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await book(buyer, phone._id);
  // A hold lasts for 24 hours.
  await page.clock.install({ time: Date.now() + 25 * hourMs });
  await page.goto('/dashboard/orders');
  const row = page.getByRole('row').filter({ hasText: phone.model });
  await expect(row).toContainText(/(24 h|23 h 5\d min) left to pay/);
});

test('two unknown categories are two chips', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/search?category=no-such-one,no-such-other');
  await whenHydrated(page);
  const chips = page.getByRole('list', { name: 'Chosen' }).getByRole('link', { name: /^Another category/ });
  await expect(chips).toHaveCount(2);
  await chips.first().click();
  await expect(chips).toHaveCount(1);
  await expect(page).toHaveURL('/search?category=no-such-other');
  expect(errors).toEqual([]);
});
