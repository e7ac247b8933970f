// Names and models of one long word, on a narrow screen.
import { type Locator, type Page, expect } from '@playwright/test';

import { bookProduct } from '#contract/bookings.ts';
import { listOrders } from '#contract/orders.ts';
import { listReports, reportProduct } from '#contract/reports.ts';
import { getUser } from '#contract/users.ts';

import { apiAs, boxOf, demo, expectNoSideScroll, newPerson, newPhone, signInAs } from './journey.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

test.use({ viewport: { width: 360, height: 740 } });

const price = { buy: 100_000, sell: 100_000 };
const longName = (start: string): string => start.padEnd(60, 'ingasteinhausenberger');

const leftOf = async (text: Locator): Promise<number> => (await boxOf(text)).x;

async function expectPagesToFit(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectNoSideScroll(page);
  }
}

test('names and a model of 60 letters without a space fit every page that shows them', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller', name: longName('Wolf') });
  const buyer = await newPerson({ kind: 'Buyer', name: longName('Hubert') });
  const phone = await newPhone(seller, { model: longName(`X${Date.now().toString(36)}`), ...price });
  await buyer.call(reportProduct, { body: { productId: phone._id, problem: longName('It') } });
  const wish = { productId: phone._id, userLocation: 'Gulshan 2', phone: '01811000000', sell: price.sell };
  const { insertedId: bookingId } = await buyer.call(bookProduct, { body: wish });
  await signInAs(page, buyer);
  await expectPagesToFit(page, ['/dashboard', `/dashboard/payment/${bookingId}`]);
  await pay(page.request, buyer, bookingId);
  const admin = await apiAs(demo.admin);
  const [order] = await admin.call(listOrders, { query: { search: buyer.email } });
  const [report] = await admin.call(listReports, { query: { search: phone.model } });
  const { _id: sellerId } = await seller.call(getUser, { query: {} });
  const orderPage = `/dashboard/order/${order?._id}`;
  await expectPagesToFit(page, ['/dashboard', orderPage, `${orderPage}/receipt`, '/dashboard/notifications']);
  await signInAs(page, seller);
  await expectPagesToFit(page, [orderPage, '/dashboard/my-sales', '/dashboard/user/products']);
  await signInAs(page, demo.admin);
  await expectPagesToFit(page, [
    orderPage,
    `/dashboard/all-orders?search=${encodeURIComponent(buyer.email)}`,
    `/dashboard/reportedItem/${report?._id}`,
    `/dashboard/person/${sellerId}`,
  ]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/dashboard/all-orders?search=${encodeURIComponent(buyer.email)}`);
  const [paid, state] = [
    page.getByText('$100,000.00', { exact: true }),
    page.getByText('Paid', { exact: true }),
  ];
  const { x, width } = await boxOf(paid);
  expect(x + width).toBeLessThan(await leftOf(state));
});

test('a mail about a phone of one long word fits the screen as well', async ({ page }) => {
  const buyer = await newPerson({ kind: 'Buyer' });
  const phone = await newPhone(await newPerson({ kind: 'Seller' }), { model: longName('X'), sell: 420.5 });
  await pay(page.request, buyer, await book(buyer, phone._id));
  await expect(async () => {
    const outbox = `/sandbox/mail/messages.json?to=${encodeURIComponent(buyer.email)}`;
    const mails: { id: string; subject: string }[] = await (await page.request.get(outbox)).json();
    const mail = mails.find(({ subject }) => subject.includes('You have paid'));
    await page.goto(`/sandbox/mail/${mail?.id}/html`);
    await expect(page.getByRole('heading')).toContainText(phone.model);
  }).toPass();
  await expectNoSideScroll(page);
});

test('what can be done in a card begins at its edge, as its name does, and a state is no wider than its word', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  await seller.call(reportProduct, { body: { productId: phone._id, problem: 'It is another one' } });
  const admin = await signInAs(page, demo.admin);
  await page.goto(`/dashboard/user/seller?search=${encodeURIComponent(seller.email)}`);
  const row = page.getByRole('row').filter({ hasText: seller.email });
  const name = await leftOf(row.getByRole('rowheader'));
  expect(await leftOf(row.getByRole('button', { name: 'Reset sign-in' }))).toBe(name);
  const [report] = await admin.call(listReports, { query: { search: phone.model } });
  await page.goto(`/dashboard/reportedItem/${report?._id}`);
  const badge = await boxOf(page.getByText('For sale', { exact: true }));
  expect(badge.width).toBeLessThan(120);
});
