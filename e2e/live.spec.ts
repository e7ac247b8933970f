// Pages are updated automatically when somebody else does something.
import { type Locator, type Page, expect } from '@playwright/test';

import { removeBooking } from '#contract/bookings.ts';
import { confirmReceipt, decideOrder, refuseProblem, reportProblem } from '#contract/orders-actions.ts';
import { removeProduct } from '#contract/products.ts';
import { appealSuspension, suspendUser } from '#contract/users-suspensions.ts';
import { getUser } from '#contract/users.ts';

import { holdPhone } from './card-form.ts';
import { afterRetries, apiAs, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { choose, confirm, dialog, standing } from './order-page.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

test('My Orders updates itself when the phone is removed, also after the connection was lost', async ({
  page,
  context,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const [first, second] = [await holdPhone(buyer), await holdPhone(buyer)];
  const listening = page.waitForResponse('**/api/events');
  await page.goto('/dashboard/orders');
  const rowOf = (phone: typeof first) => page.getByRole('row').filter({ hasText: phone.model });
  await expect(rowOf(first)).toBeVisible();
  await listening;
  await first.seller.call(removeProduct, { params: { _id: first._id } });
  await expect(rowOf(first)).toContainText('The seller removed this phone');
  await context.setOffline(true);
  await second.seller.call(removeProduct, { params: { _id: second._id } });
  await context.setOffline(false);
  await expect(rowOf(second)).toContainText('The seller removed this phone', { timeout: 20_000 });
});

test('an order that could not be loaded without a connection is shown once there is one', async ({
  page,
  context,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const [first, second] = [await holdPhone(buyer), await holdPhone(buyer)];
  for (const { bookingId } of [first, second]) await pay(page.request, buyer, bookingId);
  const listening = page.waitForResponse('**/api/events');
  await page.goto('/dashboard/orders');
  const open = ({ model }: typeof first) =>
    page.getByRole('link', { name: `Open the order of ${model}` }).click();
  await open(first);
  await expect(standing(page)).toBeVisible();
  await listening;
  await page.goBack();
  await context.setOffline(true);
  await open(second);
  await expect(page.getByRole('alert')).toContainText('Ringback cannot be reached', afterRetries);
  await context.setOffline(false);
  await expect(standing(page)).toBeVisible();
});

test('without a stream, My Orders refetches periodically', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await holdPhone(buyer);
  // A proxy that blocks streams, simulated by the server's own answer to an unknown URL.
  await page.route('**/api/events', (route) =>
    route.continue({ url: route.request().url().replace('events', 'no-stream') }),
  );
  const row = page.getByRole('row').filter({ hasText: phone.model });
  await page.goto('/dashboard/orders');
  await expect(row).toContainText('left to pay');
  await phone.seller.call(removeProduct, { params: { _id: phone._id } });
  await expect(row).toContainText('The seller removed this phone', { timeout: 20_000 });
});

test('the page of a phone is updated after a booking that its reader has made elsewhere, also when its tab is shown again', async ({
  page,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  const listening = page.waitForResponse('**/api/events');
  await page.goto(`/product/${phone._id}`);
  const bookNow = page.getByRole('button', { name: `Book Now, ${phone.model}` });
  const held = page.getByText('You hold this phone until');
  await expect(bookNow).toBeVisible();
  await listening;
  const id = await book(buyer, phone._id);
  await expect(held).toBeVisible();
  await expect(bookNow).toHaveCount(0);
  await buyer.call(removeBooking, { query: { id } });
  await expect(bookNow).toBeVisible();

  await show(page, 'hidden');
  await book(buyer, phone._id);
  // For the page no more than a second passes until it listens again.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const again = page.waitForRequest('**/api/events');
  await show(page, 'visible');
  await page.clock.runFor(1_000);
  await again;
  await page.clock.resume();
  await expect(held).toBeVisible();
});

test('one stream stays open from page to page', async ({ page }) => {
  const phone = await newPhone(await signUpAs(page, { kind: 'Seller' }));
  const streams: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/events') && streams.push(request.url()));
  const listening = page.waitForResponse('**/api/events');
  await page.goto('/');
  await listening;
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'My Products' }).click();
  const row = page.getByRole('row').filter({ hasText: phone.model });
  await expect(row).toContainText('For sale');
  await book(await newPerson({ kind: 'Buyer' }), phone._id);
  await expect(row).toContainText('Reserved');
  expect(streams).toHaveLength(1);
});

test('an admin’s open page of an order is refreshed although no live update reports it', async ({ page }) => {
  await signInAs(page, demo.admin);
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId: orderId } = await holdPhone(buyer);
  await pay(page.request, buyer, orderId);
  await page.clock.install();
  await page.goto(`/dashboard/order/${orderId}`);
  await expect(standing(page)).toContainText('Paid, waiting for the hand-over');
  // Once the stream is open, all that it tells of is read again.
  const again = page.waitForResponse(`**/api/orders/${orderId}`);
  await page.clock.runFor(5_000);
  await again;
  await buyer.call(confirmReceipt, { params: { _id: orderId }, body: undefined });
  await passTimeUntil(page, standing(page).filter({ hasText: 'Handed over' }));
});

test('an appeal comes to the page of the person that an admin has open', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await seller.call(getUser, { query: {} });
  const admin = await signInAs(page, demo.admin);
  await admin.call(suspendUser, { params: { _id }, body: { reason: 'Wrong photos.', days: 7 } });
  await page.clock.install();
  await page.goto(`/dashboard/person/${_id}`);
  await page.getByLabel('What you want to say').fill('Show us others.');
  await seller.call(appealSuspension, { body: { text: 'They are mine.' } });
  await passTimeUntil(page, page.getByText('They are mine.'));
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue('Show us others.');
});

test('a decision is about the state that its admin saw, also if the page behind the dialog follows another one', async ({
  page,
}) => {
  await signInAs(page, demo.admin);
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId: orderId, seller } = await holdPhone(buyer);
  await pay(page.request, buyer, orderId);
  const params = { _id: orderId };
  await buyer.call(confirmReceipt, { params, body: undefined });
  await buyer.call(reportProblem, { params, body: { reason: 'does-not-work', text: 'It is broken.' } });
  await seller.call(refuseProblem, { params, body: { text: 'It worked.' } });
  await page.clock.install();
  await page.goto(`/dashboard/order/${orderId}`);
  await choose(page, 'Decide');
  const deciding = dialog(page);
  await deciding.getByLabel('The buyer gets all their money back').click();
  await deciding.getByLabel('The buyer’s evidence shows the problem').click();
  await deciding.getByLabel('Explanation').fill('It does not work.');
  const other = await apiAs(demo.admin);
  const body = { outcome: 'return', reason: 'evidence-of-buyer', words: 'It goes back first.' } as const;
  await other.call(decideOrder, { params, body });
  await passTimeUntil(page, page.getByText('It goes back first.'));
  await confirm(page, 'Decide');
  await expect(deciding).toContainText('The order is now: Being returned');
  await expect(deciding.getByLabel('Explanation')).toHaveValue('It does not work.');
});

/** Lets time pass in the page until it shows something. An answer that is on its way may still be an old one. */
const passTimeUntil = (page: Page, found: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(30_000);
    await expect(found.first()).toBeAttached({ timeout: 2_000 });
  }).toPass({ timeout: 10_000 });

/** What the browser reports when a tab is hidden or shown. */
const show = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
