// From a phone to the login and back: the same list, the same scroll position, the dialog open, by keyboard.
import { type Page, expect } from '@playwright/test';

import { advertise } from '#contract/advertisements.ts';
import { bookProduct } from '#contract/bookings.ts';

import { type Account, demo, newPerson, newPhone, ownCategory, unique } from './journey.ts';
import { expectHydrated, test } from './test.ts';

async function logInByKeys(page: Page, { email, password }: Account = demo.buyer): Promise<void> {
  await expect(page).toHaveURL('/login');
  // The address changes before the page: the fields of the sign-up have the same labels.
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // A page that the browser has reloaded does not react to Enter until it is hydrated.
  await expectHydrated(page);
  await page.getByLabel('Email').fill(email);
  // Not on whatever has the focus: a page that has just come moves it to its heading.
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
}

/** Opens the dialog by way of the login, closes it, and expects the focus on the button that opens it. */
async function thereAndBack(page: Page, scope: string, action: 'Book' | 'Report', model: string) {
  const address = page.url();
  const words = action === 'Book' ? ['Book Now', 'Book Now'] : ['Report admin', 'Report Item'];
  const link = page.locator(scope).getByRole('link', { name: `${words[0]}, ${model}` });
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  const readDepth = () => page.evaluate(() => Math.round(window.scrollY));
  const depth = await readDepth();
  await link.press('Enter');
  await logInByKeys(page);
  const dialog = page.getByRole('dialog', { name: `${action} ${model}` });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect.poll(readDepth).toBe(depth);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const button = page.locator(scope).getByRole('button', { name: `${words[1]}, ${model}` });
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
}

test('from an advertisement to the login and back', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id, model } = await newPhone(seller);
  await seller.call(advertise, { body: { uniqId: _id } });
  await page.goto('/');
  await thereAndBack(page, '#advertisement', 'Book', model);
});

for (const action of ['Book', 'Report'] as const) {
  test(`from a phone’s own page to the login and back, to ${action.toLowerCase()} it`, async ({ page }) => {
    const { _id, model } = await newPhone(await newPerson({ kind: 'Seller' }));
    await page.goto(`/product/${_id}`);
    await thereAndBack(page, '.offer', action, model);
  });
}

test('whoever presses Book Now before the program of the page has arrived comes back to the phone', async ({
  page,
}) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`/product/${phone._id}`, { waitUntil: 'domcontentloaded' });
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: `Book Now, ${phone.model}` }).click();
  await logInByKeys(page);
  await expect(page).toHaveURL(`/product/${phone._id}`);
});

test('a seller who logs in to book a phone reads that it is their own, and no dialog opens', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id, model, categoryId } = await newPhone(seller);
  const phone = `/product/${_id}`;
  for (const address of [phone, `/category/${categoryId}`]) {
    await page.goto(address);
    await page.getByRole('link', { name: `Book Now, ${model}` }).press('Enter');
    await logInByKeys(page, seller);
    await expect(page).toHaveURL(address);
    const expectOwn = async (): Promise<void> => {
      await expect(page.getByText('Your own phone')).toBeVisible();
      await expect(page.getByRole('button', { name: `Book Now, ${model}` })).toHaveCount(0);
      const card = page.getByRole('article').filter({ hasText: model });
      if (address === phone)
        await expect(page.getByRole('link', { name: 'Go to My Products' })).toBeVisible();
      else await expect(card.getByText('Your own phone')).toBeVisible();
      await expect(card.getByRole('button')).toHaveCount(0);
    };
    await expectOwn();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // A dialog that opens late would be in the way.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.reload();
    await expectOwn();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logout Successful')).toBeVisible();
  }
});

test('a phone that is booked while the dialog is open leaves the focus at the top of its page', async ({
  page,
}) => {
  const { _id, model } = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.clock.install();
  await page.goto(`/product/${_id}`);
  await page.getByRole('link', { name: `Book Now, ${model}` }).press('Enter');
  await logInByKeys(page);
  const dialog = page.getByRole('dialog', { name: `Book ${model}` });
  await expect(dialog).toBeVisible();
  const other = await newPerson({ kind: 'Buyer' });
  await other.call(bookProduct, { body: { productId: _id, userLocation: 'Banani', phone: '01711000000' } });
  await page.clock.fastForward(61_000);
  await expect(page.locator('.offer-bar')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('however long the login takes, the list is as long as it was', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const word = unique('Longlist').replaceAll(' ', '');
  const image = await seller.uploadPicture();
  const categoryId = await ownCategory(seller);
  const { model } = await newPhone(seller, { image, categoryId, model: `${word} oldest` });
  await Promise.all(Array.from({ length: 24 }, () => newPhone(seller, { image, categoryId, model: word })));
  await page.clock.install();
  await page.goto(`/search?q=${word}&sort=newest`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(24);
  await page.getByRole('link', { name: 'Show more' }).press('Enter');
  await expect(cards).toHaveCount(25);
  await page.getByRole('link', { name: `Book Now, ${model}` }).press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
  await page.clock.fastForward('10:00');
  await page.getByRole('link', { name: 'Sign up' }).press('Enter');
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { level: 1, name: /sign up/i })).toBeFocused();
  await page.clock.fastForward('10:00');
  await page.getByRole('link', { name: 'Log in' }).press('Enter');
  await page.clock.resume();
  await logInByKeys(page);
  await expect(page.getByRole('dialog', { name: `Book ${model}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cards).toHaveCount(25);
  await expect(page.getByRole('button', { name: `Book Now, ${model}` })).toBeFocused();
});

test('a visitor who wants to sell reads so at the login, and signs up as a seller', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sell your phone' }).click();
  await expect(page).toHaveURL('/login');
  const why = page.getByText('Log in to sell your phone.');
  await expect(why).toBeVisible();
  await page.reload();
  await expect(why).toBeVisible();
  await page.locator('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Seller')).toBeChecked();
  await page.goto('/signup');
  await expect(page.getByLabel('Buyer')).toBeChecked();
});
