import { type Locator, type Page, expect } from '@playwright/test';

import { bookProduct, listBookings } from '#contract/bookings.ts';
import { editProduct, moveProduct } from '#contract/products-edit.ts';
import { removeProduct } from '#contract/products.ts';
import { getSiteConfig } from '#contract/site.ts';
import { suspendUser } from '#contract/users-suspensions.ts';

import { holdPhone } from './card-form.ts';
import { apiAs, demo, newPerson, newPhone, signUpAs } from './journey.ts';
import { untilClosed } from './order-page.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

type Phone = Awaited<ReturnType<typeof newPhone>>;

/** A buyer with the booking dialog open for somebody's phone. */
async function openBooking(page: Page) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  return { seller, phone, buyer, dialog: await openDialog(page, phone) };
}

async function openDialog(page: Page, phone: Phone) {
  await page.goto(addressOf(phone));
  await bookNow(page, phone).click();
  return page.getByRole('dialog', { name: `Book ${phone.model}` });
}

/** A list that has few other phones. */
const addressOf = ({ model }: Phone): string => `/search?q=${encodeURIComponent(model)}`;

const bookNow = (page: Page, { model }: Phone) => page.getByRole('button', { name: `Book Now, ${model}` });

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Meeting location').fill('Gulshan 2');
  await page.getByLabel('Phone number').fill('01811000000');
}

const book = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true });

async function refuseFaults(page: Page, dialog: Locator): Promise<void> {
  await book(page).click();
  await expect(dialog.getByText('Please enter the meeting location')).toBeVisible();
  await expect(dialog.getByText('Please enter your phone number')).toBeVisible();
  await expect(dialog.getByLabel('Meeting location')).toBeFocused();
  await dialog.getByLabel('Phone number').fill('call me');
  await expect(dialog.getByText('A phone number has digits')).toBeVisible();
  await dialog.getByLabel('Meeting location').fill('7');
  await dialog.getByLabel('Phone number').fill('123');
  await book(page).click();
  await expect(dialog.getByText('A place has at least 2 letters')).toBeVisible();
  await expect(dialog.getByText('A phone number has at least 6 digits')).toBeVisible();
}

test('a buyer books a phone with a place and a number that can be used, and finds it under My Orders', async ({
  page,
}) => {
  const { phone, buyer, dialog } = await openBooking(page);
  await expect(dialog.getByLabel('Name')).toHaveValue(buyer.name);
  await expect(dialog.getByLabel('Email')).toHaveValue(buyer.email);
  await expect(dialog.getByLabel('Price')).toHaveValue('$420.50');
  for (const label of ['Name', 'Email', 'Price']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('readonly');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bookNow(page, phone)).toBeFocused();
  await bookNow(page, phone).click();
  await refuseFaults(page, dialog);
  await expectNoAxeFindings(page, { within: 'dialog' });
  await fillIn(page);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/bookedProduct'));
  await book(page).dblclick();
  expect((await sent).postDataJSON()).toEqual({
    model: phone.model,
    productId: phone._id,
    seller: expect.any(String),
    image: expect.any(String),
    userLocation: 'Gulshan 2',
    phone: '01811000000',
    user: buyer.name,
    userEmail: buyer.email,
    sell: 420.5,
    version: 1,
  });
  await expect(page.getByText('Booking Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('row').filter({ hasText: phone.model })).toBeVisible();
  expect(await buyer.call(listBookings, { query: { userEmail: buyer.email } })).toHaveLength(1);
});

test('the longest name of a phone fits into the dialog of a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = await newPhone(await newPerson({ kind: 'Seller' }), { model: 'M'.repeat(80) });
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await bookNow(page, phone).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a phone that is booked, removed or sold meanwhile is told as such, and leaves the list', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phones = [await newPhone(seller), await newPhone(seller), await newPhone(seller)] as const;
  const [booked, removed, sold] = phones;
  await signUpAs(page, { kind: 'Buyer' });
  await openDialog(page, booked);
  await fillIn(page);
  const first = await newPerson({ kind: 'Buyer' });
  const booking = { productId: booked._id, userLocation: 'Banani', phone: '01711000000' };
  await first.call(bookProduct, { body: booking });
  // On a slow device the phone leaves the list some renderings after the answer.
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 15 });
  await book(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This Product Already Booked' })).toBeVisible();
  await expect(page).toHaveURL(addressOf(booked));
  await expect(bookNow(page, booked)).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await device.detach();

  await untilClosed(page);
  await openDialog(page, removed);
  await fillIn(page);
  await seller.call(removeProduct, { params: { _id: removed._id } });
  await book(page).click();
  await expect(page.getByText('This phone is no longer for sale')).toBeVisible();
  await expect(bookNow(page, removed)).toHaveCount(0);

  await untilClosed(page);
  await openDialog(page, sold);
  await fillIn(page);
  await seller.call(moveProduct, { params: { _id: sold._id }, body: { state: 'sold_elsewhere' } });
  await book(page).click();
  await expect(page.getByText('This phone is sold.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bookNow(page, sold)).toHaveCount(0);
});

test('the page of a phone stays when its seller is suspended during a booking', async ({ page }) => {
  const { seller, phone } = await openBooking(page);
  await page.goto(`/product/${phone._id}`);
  await bookNow(page, phone).click();
  await fillIn(page);
  const admin = await apiAs(demo.admin);
  const body = { reason: 'Fake phones.', days: 3 };
  await admin.call(suspendUser, { params: { _id: seller.id }, body });
  await book(page).click();
  await expect(page.getByText('This phone is no longer for sale').first()).toBeVisible();
  await expect(bookNow(page, phone)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: phone.model, level: 1 })).toBeVisible();
  await expect(page.getByText('Below are phones like it.')).toBeVisible();
});

test('a new price and what else the seller has changed are shown, and nothing typed is lost', async ({
  page,
}) => {
  const { seller, phone, dialog } = await openBooking(page);
  await fillIn(page);
  await seller.call(editProduct, { params: { _id: phone._id }, body: { sell: 450 } });
  await book(page).click();
  await expect(dialog.getByRole('alert')).toContainText('$450.00');
  await expect(dialog.getByLabel('Price')).toHaveValue('$450.00');
  await dialog.getByRole('button', { name: 'Book for $450.00' }).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();

  const other = await newPhone(seller);
  const next = await openDialog(page, other);
  await fillIn(page);
  await seller.call(editProduct, { params: { _id: other._id }, body: { condition: 'Bad Condition' } });
  await book(page).click();
  await expect(next.getByRole('alert')).toContainText('Nothing is booked yet');
  await expect(next.getByRole('listitem')).toHaveText(`Condition: Bad Condition, was ${other.condition}`);
  await expect(next.getByLabel('Meeting location')).toHaveValue('Gulshan 2');
  await book(page).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
});

test('offline is said, the input stays, and a lost answer does not lose the booking', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  const { dialog } = await openBooking(page);
  await fillIn(page);
  await page.route('**/api/bookedProduct', async (route) => {
    // The call arrives; its answer does not.
    await route.fetch();
    await route.abort();
  });
  await book(page).click();
  await expect(dialog.getByRole('alert')).toContainText('offline');
  await expect(book(page)).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('Gulshan 2');
  await page.unroute('**/api/bookedProduct');
  await book(page).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('the dialog says how long the phone is held once that is known, and its page tells the holder until when', async ({
  page,
}) => {
  // It depends on whether the address is confirmed.
  const answer = Promise.withResolvers<undefined>();
  await page.route('**/api/user?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const { phone, buyer, dialog } = await openBooking(page);
  await expect(dialog.getByText('You pay nothing now.')).toBeVisible();
  await expect(dialog.getByText('The phone is kept')).toBeHidden();
  answer.resolve(undefined);
  await expect(dialog.getByText('The phone is kept')).toBeVisible();
  const { holdMinutes } = await buyer.call(getSiteConfig);
  await expect(dialog).toContainText(`kept for you for ${holdMinutes / 60} hours.`);
  await fillIn(page);
  await book(page).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/product/${phone._id}`);
  const [booking] = await buyer.call(listBookings, { query: { userEmail: buyer.email } });
  const standing = page.getByRole('region', { name: 'Booked' });
  await expect(standing).toContainText('You hold this phone until');
  await expect(standing.locator('time')).toHaveAttribute('datetime', booking?.holdExpiresAt ?? '');
  await expect(standing).not.toContainText('Somebody');
  const pay = standing.getByRole('link', { name: 'TO Pay' });
  await expect(pay).toHaveText('TO Pay');
  await pay.click();
  await expect(page).toHaveURL(`/dashboard/payment/${booking?._id}`);
});

test('on paper, a held phone says until when, and there is nothing to press', async ({ page }) => {
  const { model } = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: model });
  await expect(row.getByText('left to pay')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(row.getByText('left to pay')).toBeHidden();
  await expect(row.getByRole('link', { name: /^TO Pay/ })).toBeHidden();
  await expect(row.locator('[data-paper^="Held until"]')).toBeVisible();
});

test('other people see that a phone is booked, but not by whom', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  const holder = await newPerson({ kind: 'Buyer' });
  const body = { productId: phone._id, userLocation: 'Gulshan 2', phone: '01811000000', sell: phone.sell };
  await holder.call(bookProduct, { body });
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByText('Somebody has booked this phone')).toBeVisible();
  await expect(page.getByRole('link', { name: /TO Pay/ })).toHaveCount(0);
});

test('a booking reads nothing again of the page that the buyer leaves', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await bookNow(page, phone).click();
  await fillIn(page);
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname));
  await book(page).click();
  await expect(page.getByRole('row').filter({ hasText: phone.model })).toBeVisible();
  expect(read).not.toContain(`/api/products/${phone._id}/similar`);
});

test('deleting an order reads again what it changed, and nothing else', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const body = { productId: phone._id, userLocation: 'Gulshan 2', phone: '01811000000', sell: phone.sell };
  await buyer.call(bookProduct, { body });
  const reads = new Set<string>();
  let isListening = false;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isListening && request.method() === 'GET' && pathname.startsWith('/api/')) reads.add(pathname);
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/events') isListening = true;
  });
  await page.goto('/dashboard');
  const remove = page.getByRole('button', { name: `Delete the order of ${phone.model}` });
  await expect(remove).toBeVisible();
  // Once the stream is open, everything that it updates is read once more.
  const list = '/api/bookedProduct';
  const changed = [list, `${list}/counts`, '/api/todo'];
  await expect
    .poll(() => [...reads].toSorted())
    .toEqual([...changed, '/api/notifications/unread', '/api/user'].toSorted());
  reads.clear();
  page.once('dialog', (dialog) => void dialog.accept());
  await remove.click();
  await expect(remove).toHaveCount(0);
  // The change itself and the stream's message concern the same list, its counts, and the tasks above it.
  await expect.poll(() => [...reads].toSorted()).toEqual(changed);
});
