import { type Locator, type Page, expect } from '@playwright/test';

import { listCategories } from '#contract/products.ts';
import type { UserType } from '#contract/users.ts';

import { cards, holdPhone, payButton } from './card-form.ts';
import {
  type Member,
  demo,
  drawPicture,
  expectNoAxeFindings,
  expectNoSideScroll,
  newPerson,
  newPhone,
  signInAs,
  signUpAs,
  unique,
} from './journey.ts';
import { pay } from './trade.ts';
import { test } from './test.ts';

// Each checks one page; one after the other would take long.
test.describe.configure({ mode: 'parallel' });

const narrow = { width: 360, height: 740 };

interface Sight {
  readonly name: string;
  readonly heading: string;
  /** Creates what the page shows, and returns its URL. */
  readonly open: (page: Page) => Promise<string>;
}

const at = (path: string) => () => Promise.resolve(path);

/** A page for a person who signs in first. */
const as = (kind: UserType | 'Admin', path: string) => async (page: Page) => {
  if (kind === 'Admin') await signInAs(page, demo.admin);
  else await signUpAs(page, { kind });
  return path;
};

const sights: readonly Sight[] = [
  { name: 'home', heading: 'Available Product category', open: at('/') },
  { name: 'category', heading: 'Available Device', open: categoryWithPhone },
  { name: 'blog', heading: 'Blog', open: at('/blog') },
  { name: 'fees', heading: 'Fees', open: at('/about/fees') },
  { name: 'login', heading: 'Login', open: at('/login') },
  { name: 'sign-up', heading: 'Sign up', open: at('/signup') },
  { name: 'error', heading: 'Somethings Went Wrong....', open: at('/no-such-page') },
  { name: 'empty My Orders', heading: 'My Orders', open: as('Buyer', '/dashboard') },
  { name: 'My Orders', heading: 'My Orders', open: orders },
  { name: 'payment', heading: 'Payment', open: payment },
  { name: 'buyer’s order', heading: 'Order of', open: orderOfBuyer },
  { name: 'seller’s order', heading: 'Order of', open: orderOfSeller },
  { name: 'receipt', heading: 'Receipt', open: receipt },
  { name: 'My Sales', heading: 'My Sales', open: sales },
  { name: 'All Orders', heading: 'All Orders', open: as('Admin', '/dashboard/all-orders') },
  { name: 'Disputes', heading: 'Disputes', open: as('Admin', '/dashboard/disputes') },
  { name: 'profile', heading: 'Profile', open: as('Buyer', '/dashboard/profile') },
  { name: 'Notifications', heading: 'Notifications', open: as('Buyer', '/dashboard/notifications') },
  { name: 'Add Product', heading: 'Add Product', open: as('Seller', '/dashboard/addProduct') },
  { name: 'My Products', heading: 'My Products', open: ownProducts },
  { name: 'All Products', heading: 'All Products', open: as('Admin', '/dashboard/products') },
  { name: 'All Buyer', heading: 'All Buyer', open: as('Admin', '/dashboard/user') },
  { name: 'All Seller', heading: 'All Seller', open: as('Admin', '/dashboard/user/seller') },
  { name: 'Needs attention', heading: 'Needs attention', open: as('Admin', '/dashboard/attention') },
  { name: 'Reported Product', heading: 'Reported Product', open: as('Admin', '/dashboard/reportedItem') },
];

for (const { name, heading, open } of sights) {
  test(`the ${name} page: nothing found by axe, no side scroll at 360 px`, async ({ page }) => {
    await page.goto(await open(page));
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    // Each width and each colour scheme once: all four combinations would find the same in twice the time.
    await expectNoAxeFindings(page, { schemes: ['light'] });
    await page.setViewportSize(narrow);
    await expectNoSideScroll(page);
    await expectNoAxeFindings(page, { schemes: ['dark'] });
  });
}

async function categoryWithPhone(): Promise<string> {
  const { categoryId } = await newPhone(await newPerson({ kind: 'Seller' }));
  return `/category/${categoryId}`;
}

async function orders(page: Page): Promise<string> {
  await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  return '/dashboard/orders';
}

async function payment(page: Page): Promise<string> {
  const { bookingId } = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  return `/dashboard/payment/${bookingId}`;
}

async function orderOfBuyer(page: Page): Promise<string> {
  return `/dashboard/order/${(await paidBy(page, await signUpAs(page, { kind: 'Buyer' }))).bookingId}`;
}

async function orderOfSeller(page: Page): Promise<string> {
  const { bookingId, seller } = await paidBy(page, await newPerson({ kind: 'Buyer' }));
  await signInAs(page, seller);
  return `/dashboard/order/${bookingId}`;
}

async function receipt(page: Page): Promise<string> {
  return `${await orderOfSeller(page)}/receipt`;
}

async function sales(page: Page): Promise<string> {
  await orderOfSeller(page);
  return '/dashboard/my-sales';
}

async function paidBy(page: Page, buyer: Member) {
  const phone = await holdPhone(buyer);
  await pay(page.request, buyer, phone.bookingId);
  return phone;
}

async function ownProducts(page: Page): Promise<string> {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await newPhone(seller, { model: `${unique('Galaxy')} with a name that goes on and on, Phantom Black` });
  return '/dashboard/user/products';
}

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
  await tabTo(page, page.getByLabel('Category'));
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
