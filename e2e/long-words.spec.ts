// Names and models of one long word, and names that are read from right to left, on a narrow screen.
import { type Locator, type Page, expect } from '@playwright/test';

import { bookProduct } from '#contract/bookings.ts';
import { listOrders } from '#contract/orders.ts';
import {
  acceptPhone,
  confirmReceipt,
  makeOffer,
  refuseProblem,
  reportProblem,
} from '#contract/orders-actions.ts';
import { listReports, reportProduct } from '#contract/reports.ts';
import { changeUser, getUser } from '#contract/users.ts';

import { apiAs, boxOf, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { expectNoSideScroll } from './page-checks.ts';
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
  const booking = { productId: phone._id, userLocation: 'Gulshan 2', phone: '01811000000', sell: price.sell };
  const { insertedId: bookingId } = await buyer.call(bookProduct, { body: booking });
  await signInAs(page, buyer);
  await expectPagesToFit(page, ['/dashboard', `/dashboard/payment/${bookingId}`]);
  await pay(page.request, buyer, bookingId);
  const admin = await apiAs(demo.admin);
  const [order] = await admin.call(listOrders, { query: { search: buyer.email } });
  const [report] = await admin.call(listReports, { query: { search: phone.model } });
  const { _id: sellerId } = await seller.call(getUser, { query: {} });
  const orderPage = `/dashboard/order/${order?._id}`;
  await expectPagesToFit(page, [orderPage, `${orderPage}/receipt`, '/dashboard/notifications', '/dashboard']);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { x: left, width: wide } = await boxOf(page.getByText(/^pi_/));
  expect(left + wide).toBeLessThan(await leftOf(page.getByRole('main').getByText('Open the order')));
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, seller);
  await expectPagesToFit(page, [orderPage, '/dashboard/my-sales', '/dashboard/user/products']);
  await expectPagesToFit(page, [`/person/${sellerId}`]);
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
    page.getByText('Paid, waiting for the hand-over', { exact: true }),
  ];
  const { x, width } = await boxOf(paid);
  expect(x + width).toBeLessThan(await leftOf(state));
  // Once it is completed, the seller's statement names it.
  for (const act of [confirmReceipt, acceptPhone])
    await buyer.call(act, { params: { _id: bookingId }, body: undefined });
  await signInAs(page, seller);
  for (const narrow of [360, 768]) {
    await page.setViewportSize({ width: narrow, height: 740 });
    await expectPagesToFit(page, ['/dashboard/payouts']);
    await expect(page.getByRole('rowheader').filter({ hasText: phone.model })).toBeVisible();
  }
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

test('the actions of a card begin at its edge, as its name does, and a state is no wider than its text', async ({
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

test('a name that is read from right to left keeps its beginning on a card, and its place in a timeline', async ({
  page,
}) => {
  const name = 'محمد عبد الرحمن بن عبد العزيز';
  const seller = await newPerson({ kind: 'Seller', name });
  const buyer = await newPerson({ kind: 'Buyer', name: 'אלכסנדרה בן־גוריון' });
  const phone = await newPhone(seller, { sell: 420.5 });
  const shown = await newPhone(seller);
  await page.goto(`/search?q=${encodeURIComponent(shown.model)}`);
  const card = page.getByRole('article').filter({ hasText: shown.model });
  // On the card it is cut: at its end, on the left.
  const seen = card.getByText(name).first();
  const [first, box] = [await placeOf(seen, name.slice(0, 3)), await boxOf(seen)];
  expect(first.right).toBeLessThanOrEqual(box.x + box.width + 1);
  expect(await seen.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);

  const bookingId = await book(buyer, phone._id);
  await pay(page.request, buyer, bookingId);
  await buyer.call(confirmReceipt, { params: { _id: bookingId }, body: {} });
  const problem = { reason: 'does-not-work' as const, text: 'It does not start' };
  await buyer.call(reportProblem, { params: { _id: bookingId }, body: problem });
  const offer = { kind: 'part' as const, amount: 20.5, text: 'للخدش' };
  await seller.call(makeOffer, { params: { _id: bookingId }, body: offer });
  await signInAs(page, buyer);
  await page.goto(`/dashboard/order/${bookingId}`);
  const note = page.getByRole('list', { name: 'Timeline' }).getByText(/^By .*goes back/);
  const [sum, author] = [await placeOf(note, '$20.50'), await placeOf(note, name.slice(0, 3))];
  expect(author.bottom <= sum.top || author.right <= sum.left).toBe(true);

  await signInAs(page, seller);
  await page.goto(`/dashboard/order/${bookingId}`);
  const turn = page.getByText(`${buyer.name}’s turn`);
  await expect(turn).toBeVisible();
  const [whose, word] = [await placeOf(turn, buyer.name.slice(0, 5)), await placeOf(turn, 'turn')];
  expect(whose.bottom <= word.top || whose.right <= word.left).toBe(true);
  // In its field it is written, and seen, from its beginning.
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'rtl');
  // Nor does an address break within its domain before it breaks at the @.
  const address = page.getByRole('complementary', { name: 'Confirm your address' });
  const [domain, end] = [await placeOf(address, 'example'), await placeOf(address, '.com')];
  expect(end.top).toBe(domain.top);
});

test('admins read who sold to whom and who reported it, also if both names are read from right to left', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller', name: 'محمد الهاشمي' });
  const buyer = await newPerson({ kind: 'Buyer', name: 'ليلى حسن' });
  const phone = await newPhone(seller, { sell: 420.5 });
  const params = { _id: await book(buyer, phone._id) };
  await pay(page.request, buyer, params._id);
  await buyer.call(reportProduct, { body: { productId: phone._id, problem: 'هذا هاتف آخر' } });
  await buyer.call(confirmReceipt, { params, body: {} });
  await buyer.call(reportProblem, { params, body: { reason: 'does-not-work', text: 'It does not start' } });
  await seller.call(refuseProblem, { params, body: { text: 'It does' } });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/all-orders?search=${encodeURIComponent(buyer.email)}`);
  const sides = page.getByRole('row').getByText(`${seller.name} to ${buyer.name}`);
  await expectInOrder(sides, seller.name, buyer.name);
  await page.goto('/dashboard/notifications');
  const dispute = page.getByRole('article').filter({ hasText: phone.model }).getByText('bought it from');
  await expectInOrder(dispute, buyer.name, seller.name);
  await page.goto(`/dashboard/reportedItem?search=${encodeURIComponent(phone.model)}`);
  await page.getByRole('button', { name: `Dismiss` }).click();
  await expectInOrder(page.getByRole('dialog').getByText('reported it:'), buyer.name, 'reported it:');
});

test('a city that is read from right to left comes before since when its person is here', async ({
  page,
}) => {
  const person = await newPerson({ kind: 'Seller' });
  await person.call(changeUser, { body: { city: 'القاهرة' } });
  await page.goto(`/person/${person.id}`);
  await expectInOrder(page.getByText('Here since'), 'القاهرة', 'Here since');
});

/** For an English reader: from left to right, and then down. */
async function expectInOrder(text: Locator, ...parts: readonly [string, string]): Promise<void> {
  await expect(text).toBeVisible();
  const [first, second] = [await placeOf(text, parts[0]), await placeOf(text, parts[1])];
  expect(first.bottom <= second.top || first.right <= second.left).toBe(true);
}

test('a model that is read from right to left is in its own order wherever it stands alone', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const phone = await newPhone(seller, { model: 'هاتف (نسخة) 256GB', sell: 420.5 });
  await page.goto(`/person/${seller.id}`);
  await expectOwnOrder(page.getByRole('article').getByRole('link', { name: phone.model }));
  await page.getByRole('link', { name: phone.model }).click();
  await expectOwnOrder(page.getByRole('heading', { level: 1, name: phone.model }));
  await expectOwnOrder(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(phone.model));
  await page.goto('/dashboard/user/products');
  await expectOwnOrder(page.getByRole('row').getByText(phone.model).first());
  const buyer = await newPerson({ kind: 'Buyer' });
  const bookingId = await book(buyer, phone._id);
  await pay(page.request, buyer, bookingId);
  await page.goto(`/dashboard/order/${bookingId}`);
  await expectOwnOrder(page.getByRole('heading', { level: 1 }).getByText(phone.model));
  // Of two, what needs doing says so after the model.
  const second = await newPhone(seller, { model: phone.model, sell: 420.5 });
  await pay(page.request, buyer, await book(buyer, second._id));
  await page.goto('/dashboard');
  const phones = page
    .getByRole('region', { name: 'What needs doing' })
    .getByText(`${phone.model} and 1 more`);
  await expectInOrder(phones, 'هاتف', 'and 1 more');
});

async function expectOwnOrder(model: Locator): Promise<void> {
  await expect(model).toBeVisible();
  const [size, before] = [await placeOf(model, '256GB'), await placeOf(model, '(نسخة)')];
  expect(size.top >= before.bottom || size.right <= before.left).toBe(true);
  // At the place of an English one.
  expect(Math.abs(size.left - (await boxOf(model)).x)).toBeLessThan(2);
}

/** Where a part of a text is drawn. */
const placeOf = (text: Locator, part: string) =>
  text.evaluate((element, wanted) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start === -1) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + wanted.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    }
    throw new Error(`“${wanted}” is not shown`);
  }, part);
