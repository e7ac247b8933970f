import { type Locator, type Page, expect } from '@playwright/test';

import { listCategories } from '#contract/products.ts';

import { cards, holdPhone, payButton } from './card-form.ts';
import {
  type Member,
  demo,
  drawPicture,
  newPerson,
  newPhone,
  signInAs,
  signUpAs,
  unique,
} from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { pay } from './trade.ts';
import { test } from './test.ts';

// They are long; one after the other would keep one browser busy at the end of a run.
test.describe.configure({ mode: 'parallel' });

/** Other pages are checked by the journeys that lead to them. */
async function expectPageAccessible(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expectAccessible(page);
}

test('public pages have no axe findings, and no side scroll at 360 px', async ({ page }) => {
  const { categoryId } = await newPhone(await newPerson({ kind: 'Seller' }));
  await expectPageAccessible(page, `/category/${categoryId}`, 'Available Device');
  await expectPageAccessible(page, '/blog', 'Blog');
  await expectPageAccessible(page, '/about/fees', 'Fees');
  await expectPageAccessible(page, '/no-such-page', 'Somethings Went Wrong....');
});

test('the pages of a new account have no axe findings', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await expectPageAccessible(page, '/dashboard', 'My Orders');
  await expectPageAccessible(page, '/dashboard/addProduct', 'Add Product');
  await newPhone(seller, { model: `${unique('Galaxy')} with a name that goes on and on, Phantom Black` });
  await expectPageAccessible(page, '/dashboard/user/products', 'My Products');
});

test('a seller’s order, its receipt and My Sales have no axe findings', async ({ page }) => {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId, seller } = await holdPhone(buyer);
  await pay(page.request, buyer, bookingId);
  await signInAs(page, seller);
  await expectPageAccessible(page, `/dashboard/order/${bookingId}`, 'Order of');
  await expectPageAccessible(page, `/dashboard/order/${bookingId}/receipt`, 'Receipt');
  await expectPageAccessible(page, '/dashboard/my-sales', 'My Sales');
});

test('an admin’s lists of orders, phones and buyers have no axe findings', async ({ page }) => {
  await signInAs(page, demo.admin);
  await expectPageAccessible(page, '/dashboard/all-orders', 'All Orders');
  await expectPageAccessible(page, '/dashboard/products', 'All Products');
  await expectPageAccessible(page, '/dashboard/user', 'All Buyer');
});

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** A new page focuses its heading: until then it could still take the focus from a field. */
const expectHeadingFocused = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toBeFocused();

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function listByKeys(page: Page, model: string): Promise<void> {
  await page.goto('/dashboard');
  await press(page, page.getByRole('link', { name: 'Add Product' }));
  await expectHeadingFocused(page);
  await typeInto(page, 'Model', model);
  const category = page.getByLabel('Category');
  await expect(category.getByRole('option', { name: 'Google' })).toBeAttached();
  await tabTo(page, category);
  await page.keyboard.type('Google');
  // Enter opens the system's file dialog. Playwright intercepts it once the browser knows that, which happens while the
  // focus is moved.
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Photo'));
  await page.keyboard.press('Enter');
  await (await chosen).setFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
  await typeInto(page, 'Buying price', '799.99');
  await typeInto(page, 'Selling price', '420.50');
  await typeInto(page, 'Year of use', '2');
  await typeInto(page, 'Phone number', '01711000000');
  await typeInto(page, 'Location', 'Dhaka');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: model })).toBeVisible();
}

async function bookByKeys(page: Page, buyer: Member, model: string): Promise<void> {
  const google = (await buyer.call(listCategories)).find(({ category }) => category === 'Google');
  await page.goto('/');
  await press(page, page.locator(`a[href="/category/${google?._id}"]`).first());
  await expectHeadingFocused(page);
  const card = page.getByRole('article').filter({ hasText: model });
  await press(page, card.getByRole('button', { name: 'Book Now' }));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel(/location/i));
  await page.keyboard.type('Gulshan 2');
  await tabTo(page, dialog.getByLabel(/phone/i));
  await page.keyboard.type('01811000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Booking Successful')).toBeVisible();
}

async function payByKeys(page: Page, model: string): Promise<void> {
  await press(page, page.getByRole('link', { name: `TO Pay for ${model}` }));
  await expectHeadingFocused(page);
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type(cards.good);
  await typeInto(page, 'Expiry date', '1234');
  await typeInto(page, 'CVC', '123');
  await press(page, payButton(page));
  await expect(page.getByText('Congratulation ! your Payment Successful')).toBeVisible();
}

test('listing with the keyboard alone', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await listByKeys(page, unique('Pixel'));
});

test('booking and paying with the keyboard alone', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const google = (await seller.call(listCategories)).find(({ category }) => category === 'Google');
  const { model } = await newPhone(seller, { categoryId: google?._id ?? '' });
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  await bookByKeys(page, buyer, model);
  await payByKeys(page, model);
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
});
