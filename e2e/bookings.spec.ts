import { type Page, expect } from '@playwright/test';

import { bookProduct, listBookings } from '#contract/bookings.ts';
import { editProduct, moveProduct } from '#contract/products-edit.ts';
import { removeProduct } from '#contract/products.ts';
import { getSiteConfig } from '#contract/site.ts';

import { expectNoAxeFindings, newPerson, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';

type Phone = Awaited<ReturnType<typeof newPhone>>;

/** A buyer with the booking dialog open for somebody's phone. */
async function openBooking(page: Page) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/category/${phone.categoryId}`);
  await bookNow(page, phone).click();
  return { seller, phone, buyer, dialog: page.getByRole('dialog', { name: `Book ${phone.model}` }) };
}

const bookNow = (page: Page, { model }: Phone) => page.getByRole('button', { name: `Book Now, ${model}` });

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Meeting location').fill('Gulshan 2');
  await page.getByLabel('Phone number').fill('01811000000');
}

const book = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true });

test('a buyer books a phone and finds it under My Orders', async ({ page }) => {
  const { phone, buyer, dialog } = await openBooking(page);
  await expect(dialog.getByLabel('Name')).toHaveValue(buyer.name);
  await expect(dialog.getByLabel('Email')).toHaveValue(buyer.email);
  await expect(dialog.getByLabel('Price')).toHaveValue('$420.50');
  for (const label of ['Name', 'Email', 'Price']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('readonly');
  }
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

test('meeting location and phone number are required', async ({ page }) => {
  const { dialog } = await openBooking(page);
  await book(page).click();
  await expect(dialog.getByText('Please enter the meeting location')).toBeVisible();
  await expect(dialog.getByText('Please enter your phone number')).toBeVisible();
  await expect(dialog.getByLabel('Meeting location')).toBeFocused();
  await dialog.getByLabel('Phone number').fill('call me');
  await expect(dialog.getByText('A phone number has digits')).toBeVisible();
});

test('Escape closes the dialog and the focus goes back', async ({ page }) => {
  const { phone, dialog } = await openBooking(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bookNow(page, phone)).toBeFocused();
});

test('of two buyers the second is told that the phone is booked', async ({ page }) => {
  const { phone } = await openBooking(page);
  await fillIn(page);
  const first = await newPerson({ kind: 'Buyer' });
  const wish = { productId: phone._id, userLocation: 'Banani', phone: '01711000000' };
  await first.call(bookProduct, { body: wish });
  await book(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This Product Already Booked' })).toBeVisible();
  await expect(page).toHaveURL(`/category/${phone.categoryId}`);
  await expect(bookNow(page, phone)).toHaveCount(0);
});

test('a new price is shown, and the buyer decides', async ({ page }) => {
  const { seller, phone, dialog } = await openBooking(page);
  await fillIn(page);
  await seller.call(editProduct, { params: { _id: phone._id }, body: { sell: 450 } });
  await book(page).click();
  await expect(dialog.getByRole('alert')).toContainText('$450.00');
  await expect(dialog.getByLabel('Price')).toHaveValue('$450.00');
  await dialog.getByRole('button', { name: 'Book for $450.00' }).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
});

test('what else the seller has changed is shown, and nothing typed is lost', async ({ page }) => {
  const { seller, phone, dialog } = await openBooking(page);
  await fillIn(page);
  await seller.call(editProduct, { params: { _id: phone._id }, body: { condition: 'Bad Condition' } });
  await book(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing is booked yet');
  await expect(dialog.getByRole('listitem')).toHaveText(`Condition: Bad Condition, was ${phone.condition}`);
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('Gulshan 2');
  await book(page).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
});

test('offline is said, the input stays, and a lost answer does not lose the booking', async ({ page }) => {
  const { dialog } = await openBooking(page);
  await fillIn(page);
  await page.route('**/api/bookedProduct', async (route) => {
    // The call arrives; its answer does not.
    await route.fetch();
    await route.abort();
  });
  await book(page).click();
  await expect(dialog.getByRole('alert')).toContainText('offline');
  await expect(dialog.getByLabel('Meeting location')).toHaveValue('Gulshan 2');
  await page.unroute('**/api/bookedProduct');
  await book(page).click();
  await expect(page.getByText('Booking Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a phone that went meanwhile is told as gone', async ({ page }) => {
  const { phone, seller } = await openBooking(page);
  await fillIn(page);
  await seller.call(removeProduct, { params: { _id: phone._id } });
  await book(page).click();
  await expect(page.getByText('This phone is no longer for sale')).toBeVisible();
  await expect(bookNow(page, phone)).toHaveCount(0);
});

test('a phone sold elsewhere meanwhile is told as sold, and its page says so', async ({ page }) => {
  const { phone, seller } = await openBooking(page);
  await fillIn(page);
  await seller.call(moveProduct, { params: { _id: phone._id }, body: { state: 'sold_elsewhere' } });
  await book(page).click();
  await expect(page.getByText('This phone is sold.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bookNow(page, phone)).toHaveCount(0);
});

test('the dialog promises no time before it knows whether the address is confirmed', async ({ page }) => {
  const answer = Promise.withResolvers<undefined>();
  await page.route('**/api/user?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const { dialog } = await openBooking(page);
  await expect(dialog.getByText('You pay nothing now.')).toBeVisible();
  await expect(dialog.getByText('The phone is kept')).toBeHidden();
  answer.resolve(undefined);
  await expect(dialog.getByText('The phone is kept')).toBeVisible();
});

test('the dialog says how long the phone is held, and its page tells the holder until when', async ({
  page,
}) => {
  const { phone, buyer, dialog } = await openBooking(page);
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

test('to everybody else a booked phone is somebody’s, whoever that is', async ({ page }) => {
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
    .toEqual([...changed, '/api/notifications/unread'].toSorted());
  reads.clear();
  page.once('dialog', (dialog) => void dialog.accept());
  await remove.click();
  await expect(remove).toHaveCount(0);
  // The change itself and the stream's message concern the same list, its counts, and the tasks above it.
  await expect.poll(() => [...reads].toSorted()).toEqual(changed);
});
