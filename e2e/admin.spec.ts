import { type Locator, type Page, expect } from '@playwright/test';

import {
  cancelOrder,
  confirmReceipt,
  refuseProblem,
  reportProblem,
  withdrawProblem,
} from '#contract/orders-actions.ts';
import { removeProduct } from '#contract/products.ts';
import { reportProduct } from '#contract/reports.ts';
import { getUser, removeUser } from '#contract/users.ts';

import { holdPhone } from './card-form.ts';
import { apiAs, demo, newPerson, newPhone, signInAs, unique } from './journey.ts';
import { expectAccessible, expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Presses a button and answers the browser's question. @returns the question */
async function pressAnd(answer: 'accept' | 'dismiss', button: Locator): Promise<string> {
  const asked = button.page().waitForEvent('dialog');
  const pressed = button.click();
  const dialog = await asked;
  await dialog[answer]();
  await pressed;
  return dialog.message();
}

test('an admin verifies a seller, and Verify becomes Verified', async ({ page }) => {
  await signInAs(page, demo.admin);
  const seller = await newPerson({ kind: 'Seller' });
  await page.goto('/dashboard/user/seller');
  await expect(page.getByRole('heading', { name: 'All Seller', level: 1 })).toBeVisible();
  await expect(page.getByText('Verify the sellers you know, or whose address')).toBeVisible();
  const row = rowOf(page, seller.email);
  const verify = row.getByRole('button', { name: 'Verify' });
  expect(await pressAnd('dismiss', verify)).toBe('Are Want To Verify This Seller');
  await expect(verify).toBeEnabled();
  await pressAnd('accept', verify);
  await expect(page.getByText('Verify Admin Successful')).toBeVisible();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(verify).toHaveCount(0);
  await expect(row).toBeFocused();
  await expectAccessible(page);
});

test('an admin deletes a buyer and a seller', async ({ page }) => {
  await signInAs(page, demo.admin);
  for (const { kind, path, title } of [
    { kind: 'Buyer', path: '/dashboard/user', title: 'All Buyer' },
    { kind: 'Seller', path: '/dashboard/user/seller', title: 'All Seller' },
  ] as const) {
    const person = await newPerson({ kind });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    const row = rowOf(page, person.email);
    const remove = row.getByRole('button', { name: 'Delete' });
    expect(await pressAnd('dismiss', remove)).toBe('Are you Confirm Delete This User');
    await expect(row).toBeVisible();
    await pressAnd('accept', remove);
    await expect(page.getByText('Delete successfully')).toBeVisible();
    await expect(row).toHaveCount(0);
  }
});

test('an admin deletes any phone; the focus is on the row that took its place', async ({ page }) => {
  await signInAs(page, demo.admin);
  const model = unique('Row Phone');
  const seller = await newPerson({ kind: 'Seller' });
  const last = await newPhone(seller, { model, sell: 100 });
  for (const sell of [200, 300]) await newPhone(seller, { model, sell });
  // Other journeys list phones at the same time: the search finds these among any number.
  await page.goto(`/dashboard/products?sort=price-up&search=${encodeURIComponent(model)}`);
  await expect(page.getByRole('heading', { name: 'All Products', level: 1 })).toBeVisible();
  await expect(rowOf(page, '$200.00')).toContainText(seller.email);
  const question = await pressAnd('accept', rowOf(page, '$200.00').getByRole('button', { name: 'Delete' }));
  expect(question).toBe('Are you Confirm Delete This Product');
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(rowOf(page, '$200.00')).toHaveCount(0);
  await expect(rowOf(page, '$300.00')).toBeFocused();
  page.on('dialog', (dialog) => void dialog.accept());
  await rowOf(page, '$300.00')
    .getByRole('button', { name: `Delete ${model}` })
    .press('Enter');
  await expect(rowOf(page, '$300.00')).toHaveCount(0);
  await expect(rowOf(page, '$100.00')).toBeFocused();
  // Another admin is first.
  const other = await apiAs(demo.admin);
  await page.route(`**/api/products/${last._id}`, async (route) => {
    await other.call(removeProduct, { params: { _id: last._id } });
    await route.continue();
  });
  await rowOf(page, '$100.00').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('It was deleted already.')).toBeVisible();
});

test('the URL of a table has search, filter, order and page, and Back returns to the same rows', async ({
  page,
}) => {
  await signInAs(page, demo.admin);
  const model = unique('Table Phone');
  const seller = await newPerson({ kind: 'Seller' });
  const phones = [await newPhone(seller, { model, sell: 300 }), await newPhone(seller, { model, sell: 200 })];
  await page.goto('/dashboard/products');
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(24);
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(page).toHaveURL(/\?after=/);
  await expect(page.getByRole('heading', { name: 'All Products', level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: 'First page' })).toBeVisible();
  await expect(rows.first()).toBeVisible();

  await page.getByLabel('Model, or the seller’s e-mail address').fill(model);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(rows).toHaveCount(2);
  const found = page.getByRole('status').filter({ hasText: 'found' });
  await expect(found).toHaveText(`2 found for ${model}`);
  const sort = page.getByLabel('Sort');
  await sort.focus();
  await sort.selectOption('Price: low to high');
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'price-up');
  await expect(page.getByRole('row').nth(1)).toContainText('$200.00');
  await expect(sort).toBeFocused();
  // Back undoes the last choice; a press that changed nothing has no history entry.
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.goBack();
  await expect(sort).not.toHaveValue('price-up');
  await expect(page.getByLabel('Model, or the seller’s e-mail address')).toHaveValue(model);
  await page.goForward();
  await expect(sort).toHaveValue('price-up');
  const shows = page.getByRole('navigation', { name: 'Show' });
  await expect(shows.getByRole('link')).toHaveText([/All\s*2/, /For sale\s*2/]);
  await expectAccessible(page);

  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(`/product/${phones[1]?._id}`);
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel('Model, or the seller’s e-mail address')).toHaveValue(model);
  await shows.getByRole('link', { name: 'For sale' }).click();
  await expect(shows.getByRole('link', { name: 'For sale' })).toHaveAttribute('aria-current', 'true');
  await page.getByLabel('Model, or the seller’s e-mail address').fill('nothing is called this');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(found).toHaveText('0 found for nothing is called this');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.getByRole('link', { name: 'Show all' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/products');
  await expect(page.getByRole('heading', { name: 'All Products', level: 1 })).toBeFocused();
});

test('an admin reads a report with both sides and long names at every width, and removes the phone', async ({
  page,
}) => {
  await signInAs(page, demo.admin);
  const seller = await newPerson({ kind: 'Seller', name: unique('W'.repeat(60)) });
  const buyer = await newPerson({ kind: 'Buyer', name: unique('Konstantinopoulou') });
  const { _id, model } = await newPhone(seller);
  const problem = 'The photo is not of this phone. '.repeat(9);
  await buyer.call(reportProduct, { body: { productId: _id, problem } });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Reported Item' }).click();
  await expect(page.getByRole('heading', { name: 'Reported Product', level: 1 })).toBeVisible();
  const row = rowOf(page, model);
  for (const fact of [
    'The photo is not of this phone.',
    seller.name,
    seller.email,
    buyer.name,
    buyer.email,
  ]) {
    await expect(row).toContainText(fact);
  }
  await expectAccessible(page);
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(row).toBeVisible();
    await expect(row).toContainText(seller.name);
    await expectNoSideScroll(page);
    const main = page.getByRole('main');
    await expect
      .poll(() => main.evaluate((element) => element.scrollWidth - element.clientWidth), `at ${width} pixels`)
      .toBe(0);
  }
  const question = await pressAnd('accept', row.getByRole('button', { name: 'Delete' }));
  expect(question).toBe('This Product Will Permanently Delete');
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/products?search=${encodeURIComponent(model)}`);
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('an admin who resets a sign-in says how they know the person, in a dialog of the page', async ({
  page,
}) => {
  const buyer = await newPerson({ kind: 'Buyer' });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/user?search=${encodeURIComponent(buyer.email)}`);
  await page.getByRole('button', { name: `Reset sign-in of ${buyer.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reset the sign-in of ${buyer.name}` });
  await dialog.getByRole('button', { name: 'Reset sign-in' }).click();
  await expect(dialog.getByText('Say how you know who they are')).toBeVisible();
  await dialog.getByLabel('How you know who they are').fill('They called from the number of their order');
  await expectNoAxeFindings(page, { within: 'dialog[open]:has(textarea)', schemes: ['light'] });
  await dialog.getByRole('button', { name: 'Reset sign-in' }).click();
  await expect(page.getByText('There was no second factor to remove.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the page of a deleted seller has their orders, and no list of phones that would be empty', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer' });
  const phone = await newPhone(seller);
  const bookingId = await book(buyer, phone._id);
  await pay(page.request, buyer, bookingId);
  await seller.call(cancelOrder, { params: { _id: bookingId }, body: { reason: 'It is lost' } });
  const { _id } = await seller.call(getUser, { query: {} });
  const admin = await signInAs(page, demo.admin);
  await admin.call(removeUser, { params: { _id } });
  await page.goto(`/dashboard/person/${_id}`);
  await expect(page.getByText('1 withdrawn')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: phone.model })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Phones' })).toHaveCount(0);
});

test('an admin who is a side of the order reads that another one decides', async ({ page }) => {
  const admin = await apiAs(demo.admin);
  const { bookingId, model, seller } = await holdPhone(admin);
  const params = { _id: bookingId };
  await pay(page.request, admin, bookingId);
  await admin.call(confirmReceipt, { params, body: undefined });
  await admin.call(reportProblem, { params, body: { reason: 'does-not-work', text: 'It is dead.' } });
  await seller.call(refuseProblem, { params, body: { text: 'It worked.' } });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/disputes?search=${bookingId}`);
  const inQueue = page.getByRole('navigation', { name: 'Disputes' }).getByRole('link');
  await expect(inQueue).toContainText('For another admin');
  await expect(page.getByRole('article', { name: `Dispute about ${model}` })).toContainText(
    'You are a side of this order, so you cannot decide about it.',
  );
  // The queue of the other journeys begins with theirs.
  await admin.call(withdrawProblem, { params, body: undefined });
});

test('the page of an unknown person or order says so, without a button that cannot help', async ({
  page,
}) => {
  await signInAs(page, demo.admin);
  const unknown = '01890000-0000-7000-8000-00000000abcd';
  await page.goto(`/dashboard/person/${unknown}`);
  await expect(page.getByText('There is no such person.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.goto(`/dashboard/order/${unknown}`);
  await expect(page.getByText('Its address may be wrong')).toBeVisible();
});
