import { type Page, expect } from '@playwright/test';

import { getBooking, removeBooking } from '#contract/bookings.ts';
import { requestErrors } from '#contract/errors.ts';
import { listProducts } from '#contract/products.ts';

import { cards, challenge, fillCard, holdPhone, payButton } from './card-form.ts';
import { afterRetries, endSession, signUpAs } from './journey.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

async function expectPaid(page: Page): Promise<string> {
  const outcome = page.getByRole('status').filter({ hasText: 'Congratulation ! your Payment Successful' });
  // Read as soon as it appears: a few seconds later the orders replace it.
  const [words] = await Promise.all([outcome.innerText(), expect(outcome).toBeVisible()]);
  return /Your Transaction id:\s*(\S+)/.exec(words)?.[1] ?? '';
}

test('a booked phone is paid by card and turns to Paid', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await holdPhone(buyer);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: `TO Pay for ${phone.model}` }).click();
  await expect(page).toHaveURL(`/dashboard/payment/${phone.bookingId}`);
  await expect(page.getByText('$420.50')).toBeVisible();
  await expect(page.getByText('left to pay')).toBeVisible();
  await fillCard(page, cards.good);
  const confirmed = page.waitForRequest(/payment_intents\/.*\/confirm/);
  await payButton(page).click();
  const sent = new URLSearchParams((await confirmed).postData() ?? '');
  expect(sent.get('payment_method_data[billing_details][name]')).toBe(buyer.name);
  expect(sent.get('payment_method_data[billing_details][email]')).toBe(buyer.email);
  const transactionId = await expectPaid(page);
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText(transactionId)).toBeVisible();
  await expect(page.getByRole('link', { name: 'TO Pay' })).toHaveCount(0);
  const [sold] = await phone.seller.call(listProducts, { query: { email: phone.seller.email } });
  expect(sold?.state).toBe('sold');
});

test('a refused card is told in the processor’s words, and another one pays', async ({ page }) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await page.getByLabel('Card number').waitFor();
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.');
  const notCharged = page.getByText('You have not been charged.');
  await expect(notCharged).toBeHidden();
  // Screen readers say only what comes into an element that is there already.
  const spoken = page.locator('form [aria-live=polite]');
  await expect(spoken).toHaveText('');
  await fillCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await expect(notCharged).toBeVisible();
  await expect(spoken).toContainText('You have not been charged.');
  await expect(page.getByLabel('Card number')).toHaveValue(cards.declined);
  await expectAccessible(page);
  await fillCard(page, cards.poor);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.');
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expectPaid(page);
  await expectNoAxeFindings(page);
});

test('a card that the bank asks about pays once the person agrees', async ({ page }) => {
  await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^TO Pay/ }).click();
  await fillCard(page, cards.challenged);
  await payButton(page).click();
  await challenge(page).getByRole('button', { name: 'Fail' }).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => history.back());
  const question = await asked;
  expect(question.message()).toContain('Your payment is not finished yet.');
  await question.dismiss();
  await challenge(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert')).toContainText('unable to authenticate');
  await expect(page.getByText('You have not been charged.')).toBeVisible();
  await payButton(page).click();
  await challenge(page).getByRole('button', { name: 'Complete' }).click();
  await expectPaid(page);
});

test('logging out while a payment is being sent asks about the payment', async ({ page }) => {
  await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^TO Pay/ }).click();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/payment_intents\/.*\/confirm/, (route) => promise.then(() => route.continue()));
  await fillCard(page, cards.good);
  await payButton(page).click();
  const asked = page.waitForEvent('dialog');
  await page.getByRole('button', { name: 'Account menu' }).click();
  const pressed = page.getByRole('button', { name: 'Logout' }).click();
  const question = await asked;
  expect(question.message()).toMatch(/^Log out\? Your payment is not finished yet\./);
  await question.dismiss();
  await pressed;
  resolve();
  await expectPaid(page);
});

test('Pay waits for the client secret, and a failure to get it can be tried again', async ({ page }) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.route('**/api/create-payment-intent', (route) => route.abort('connectionrefused'));
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await fillCard(page, cards.good);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(afterRetries);
  await expect(payButton(page)).toBeDisabled();
  await page.unroute('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.locator(':focus')).toHaveCount(1);
  await expect(page.getByLabel('Card number')).toHaveValue(cards.good);
});

test('a charge that cannot be reported offline is not lost, hides the time to pay, and is reported again', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.route('**/api/payments', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await expect(page.getByText('left to pay')).toBeVisible();
  await fillCard(page, cards.good);
  await payButton(page).click();
  const words = page.getByRole('status').filter({ hasText: 'Your card was charged. Do not pay again' });
  await expect(words).toBeFocused();
  await expect(words).toBeInViewport();
  await expect(page.getByText('left to pay')).toBeHidden();
  await expect(payButton(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.unroute('**/api/payments');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectPaid(page);
});

test('a charge that our server cannot record says one thing: not to pay again', async ({ page }) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  const [status, message] = requestErrors['server.unavailable'];
  await page.route('**/api/payments', (route) => route.fulfill({ status, json: { message } }));
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expect(page.getByText('Do not pay again')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Ringback could not record it just now.');
  await expect(page.getByText('Nothing was changed')).toHaveCount(0);
});

test('somebody whose session ends while they pay is told at the login that the card was charged', async ({
  page,
  context,
}) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.route('**/api/payments', async (route) => {
    await endSession(page, context);
    await route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } });
  });
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expect(page.getByText('Your card was charged. Do not pay again')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a charge that is never reported turns to Paid by the webhook', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await holdPhone(buyer);
  await page.route('**/api/payments', (route) => route.abort());
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await fillCard(page, cards.good);
  await payButton(page).click();
  await expect(page.getByText('Your card was charged.')).toBeVisible();
  const isPaid = async () => (await buyer.call(getBooking, { params: { _id: phone.bookingId } })).paid;
  await expect.poll(isPaid, { timeout: 30_000 }).toBe(true);
});

test('a payment whose answer from the processor is lost is told with its transaction id', async ({
  page,
}) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.route(/payment_intents\/.*\/confirm/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await fillCard(page, cards.good);
  await payButton(page).click();
  expect(await expectPaid(page)).toMatch(/^pi_/);
});

test('a double click and a second tab charge once', async ({ page, context }) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  const tab = await context.newPage();
  const charges: string[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/confirm') && response.ok()) charges.push(response.url());
  });
  for (const one of [page, tab]) {
    await one.goto(`/dashboard/payment/${phone.bookingId}`);
    await fillCard(one, cards.good);
  }
  await Promise.all([payButton(page).dblclick(), payButton(tab).dblclick()]);
  const ids = await Promise.all([expectPaid(page), expectPaid(tab)]);
  expect(ids[0]).toBe(ids[1]);
  expect(charges).toHaveLength(1);
});

test('nothing can be paid for a booking that is paid, gone, somebody else’s or unknown', async ({
  page,
  browser,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await holdPhone(buyer);
  const stranger = await browser.newPage();
  await signUpAs(stranger, { kind: 'Buyer' });
  await stranger.goto(`/dashboard/payment/${phone.bookingId}`);
  await expect(stranger.getByText('Not your order')).toBeVisible();
  await stranger.goto('/dashboard/payment/nonsense');
  await expect(stranger.getByText('No such order')).toBeVisible();
  await buyer.call(removeBooking, { query: { id: phone.bookingId } });
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await expect(page.getByText('You deleted this order. You have not been charged.')).toBeVisible();
  const paid = await holdPhone(buyer);
  await pay(page.request, buyer, paid.bookingId);
  await page.goto(`/dashboard/payment/${paid.bookingId}`);
  await expect(page.getByText('This booking is already paid.')).toBeVisible();
  await stranger.close();
});

test('whoever runs out of time to pay reads so, and finds the phone again', async ({ page }) => {
  const phone = await holdPhone(await signUpAs(page, { kind: 'Buyer' }));
  await page.route(`**/api/bookedProduct/${phone.bookingId}`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), state: 'expired' } });
  });
  await page.goto(`/dashboard/payment/${phone.bookingId}`);
  await expect(page.getByText('Your time to pay is over, so your booking has ended.')).toBeVisible();
  await expect(page.getByText('You have not been charged')).toBeVisible();
  await page.getByRole('link', { name: phone.model }).click();
  await expect(page).toHaveURL(`/product/${phone._id}`);
});
