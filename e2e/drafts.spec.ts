import { type Page, expect } from '@playwright/test';

import { listProducts } from '#contract/products.ts';
import { confirmReceipt, reportProblem } from '#contract/orders-actions.ts';

import { holdPhone } from './card-form.ts';
import { drawPicture, fillPhone, newPerson, signInAs, signUpAs, unique } from './journey.ts';
import { choose, confirm } from './order-page.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { expectNothingStored, expectStored } from './stored-drafts.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

const notice = (page: Page) => page.getByText('Your unfinished listing is here again');
const photos = (page: Page) => page.getByRole('list', { name: 'Pictures in their order' });

async function openForm(page: Page): Promise<void> {
  await page.goto('/dashboard/addProduct');
  await expect(page.getByLabel('Model')).toBeVisible();
}

async function fillForm(page: Page, model: string): Promise<void> {
  await fillPhone(page, model);
  await page.getByLabel('Description').fill('One owner.');
  await page.getByLabel('Photo').setInputFiles({
    name: 'front.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawPicture(),
  });
  await expect(photos(page).getByText('On the card')).toBeVisible();
}

/** Hides the page, which stores the draft at once. */
async function hidePage(page: Page, model: string): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectStored(page, model, 'One owner.', ',[{}]');
}

/** Confirms the browser's question before the reload. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

async function expectForm(page: Page, model: string): Promise<void> {
  await expect(notice(page)).toBeVisible();
  await expect(page.getByLabel('Model')).toHaveValue(model);
  await expect(page.getByLabel('Category').getByRole('option', { selected: true })).toHaveText('Google');
  await expect(page.getByLabel('Condition')).toHaveValue('Good Condition');
  await expect(page.getByLabel('Description')).toHaveValue('One owner.');
  await expect(photos(page)).toContainText('front.jpg');
  await expect(photos(page).getByText('On the card')).toBeVisible();
}

test('what was filled in is there again after a reload, photos included, and can be listed', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const model = unique('Pixel');
  await openForm(page);
  await expect(notice(page)).toHaveCount(0);
  await fillForm(page, model);
  await hidePage(page, model);
  await reload(page);
  await expectForm(page, model);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page).toHaveURL('/dashboard/user/products');
  const listed = await seller.call(listProducts, { query: { email: seller.email } });
  expect(listed.map((product) => product.model)).toEqual([model]);
  await expectNothingStored(page);
  await openForm(page);
  await expect(page.getByLabel('Model')).toHaveValue('');
});

for (const [where, isFull] of [
  ['the browser stores no files, as in private windows of Safari', false],
  ['the disk is too full for the files', true],
] as const)
  test(`where ${where}, the texts are restored`, async ({ page }) => {
    await signUpAs(page, { kind: 'Seller' });
    await page.addInitScript((isNoticedAtTheEnd) => {
      const hasFile = (value: unknown): boolean =>
        value instanceof File || (Object(value) === value && Object.values(Object(value)).some(hasFile));
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function refuseFiles(value: unknown, key) {
        if (!hasFile(value)) return put.call(this, value, key);
        if (!isNoticedAtTheEnd) throw new DOMException('No files are stored here.', 'UnknownError');
        const request = put.call(this, value, key);
        request.addEventListener('success', () => this.transaction.abort());
        return request;
      };
    }, isFull);
    const model = unique('Pixel');
    await openForm(page);
    await fillForm(page, model);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expectStored(page, model, ',[]');
    await reload(page);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByLabel('Model')).toHaveValue(model);
  });

test('a draft stays when the session ends, and belongs to one person', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const model = unique('Pixel');
  await openForm(page);
  await fillForm(page, model);
  await hidePage(page, model);
  // As if the session had ended elsewhere; this browser only loses its token.
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/login');
  await signUpAs(page, { kind: 'Seller' });
  await openForm(page);
  // The form stores nothing before it has looked for a draft.
  await page.getByLabel('Phone number').fill('01711000001');
  await expectStored(page, '01711000001');
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel('Model')).toHaveValue('');
  page.once('dialog', (dialog) => void dialog.accept());
  await signInAs(page, seller);
  await openForm(page);
  await expectForm(page, model);
});

/** Answers the next question of the browser, and checks that it is about what would be lost. */
async function answer(
  page: Page,
  press: () => Promise<void>,
  question: string,
  isYes: boolean,
): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const pressed = press();
  const dialog = await asked;
  expect(dialog.message()).toContain(question);
  await (isYes ? dialog.accept() : dialog.dismiss());
  await pressed;
}

const listedElsewhere = 'This draft was listed or deleted in another tab';

/** A filled-in form, and a second tab in which its draft is restored. */
async function openInTwoTabs(page: Page) {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const listed = () => seller.call(listProducts, { query: { email: seller.email } });
  const model = unique('Pixel');
  await openForm(page);
  await fillForm(page, model);
  await hidePage(page, model);
  const other = await page.context().newPage();
  await openForm(other);
  await expectForm(other, model);
  return { other, model, listed };
}

test('a draft that is open in two tabs is listed twice only if the seller wants that', async ({ page }) => {
  const { other, model, listed } = await openInTwoTabs(page);
  // From now on it has nothing left to store.
  await hidePage(other, model);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page).toHaveURL('/dashboard/user/products');

  const list = () => other.getByRole('button', { name: 'Add Product' }).click();
  await answer(other, list, listedElsewhere, false);
  await expectForm(other, model);
  expect(await listed()).toHaveLength(1);

  await answer(other, list, listedElsewhere, true);
  await expect(other).toHaveURL('/dashboard/user/products');
  expect(await listed()).toHaveLength(2);
});

test('the tab in which a draft was begun asks before it lists it again, but not about another phone', async ({
  page,
}) => {
  const { other, listed } = await openInTwoTabs(page);
  await other.getByRole('button', { name: 'Add Product' }).click();
  await expect(other).toHaveURL('/dashboard/user/products');
  await expectNothingStored(page);

  const list = () => page.getByRole('button', { name: 'Add Product' }).click();
  await answer(page, list, listedElsewhere, false);
  expect(await listed()).toHaveLength(1);
  await page.getByLabel('Model').fill(unique('Other'));
  await list();
  await expect(page).toHaveURL('/dashboard/user/products');
  expect(await listed()).toHaveLength(2);
});

test('a draft that goes on after it was listed in another tab has its photos again after a reload', async ({
  page,
}) => {
  const { other } = await openInTwoTabs(page);
  await other.getByRole('button', { name: 'Add Product' }).click();
  await expect(other).toHaveURL('/dashboard/user/products');
  await expectNothingStored(page);

  const model = unique('Other');
  await page.getByLabel('Model').fill(model);
  await hidePage(page, model);
  await reload(page);
  await expectForm(page, model);
});

test('starting over asks before it deletes the draft', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await openForm(page);
  const model = unique('Pixel');
  await fillForm(page, model);
  await hidePage(page, model);
  await reload(page);
  await expectForm(page, model);
  const startOver = () => page.getByRole('button', { name: 'Start over' }).click();
  await answer(page, startOver, 'What you have entered is deleted', false);
  await expectForm(page, model);
  await answer(page, startOver, 'What you have entered is deleted', true);
  await expect(page.getByLabel('Model')).toHaveValue('');
  await expect(photos(page)).toHaveCount(0);
});

test('logging out asks before it forgets the draft', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await openForm(page);
  const model = unique('Pixel');
  await fillForm(page, model);
  await hidePage(page, model);
  const menu = page.getByRole('button', { name: 'Account menu' });
  const logOut = async (): Promise<void> => {
    await menu.click();
    await page.getByRole('button', { name: 'Logout' }).click();
  };
  await answer(page, logOut, 'What you have entered is deleted', false);
  await expect(menu).toBeFocused();
  await expect(page.getByLabel('Model')).toHaveValue(model);
  await expectStored(page, model);
  await answer(page, logOut, 'What you have entered is deleted', true);
  await expect(page.getByText('Logout Successful')).toBeVisible();
  await expectNothingStored(page);
});

test('leaving with something filled in asks, by a link, by going back and by closing', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard');
  const drawer = page.getByRole('navigation', { name: 'Dashboard' });
  await drawer.getByRole('link', { name: 'Add Product' }).click();
  // A click before the page is shown would replace its history entry.
  await expect(page).toHaveURL('/dashboard/addProduct');
  // Nothing is filled in yet, so no question is asked.
  await drawer.getByRole('link', { name: 'My Products' }).click();
  await expect(page).toHaveURL('/dashboard/user/products');
  await page.goBack();
  const model = page.getByLabel('Model');
  await model.fill('Pixel 8');
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog.dismiss();
  });
  await drawer.getByRole('link', { name: 'My Products' }).click();
  await expect.poll(() => questions).toEqual(['confirm']);
  await expect(page).toHaveURL('/dashboard/addProduct');
  await page.goBack();
  await expect.poll(() => questions).toEqual(['confirm', 'confirm']);
  await expect(page).toHaveURL('/dashboard/addProduct');
  await expect(model).toHaveValue('Pixel 8');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(['confirm', 'confirm', 'beforeunload']);
  await expect(model).toHaveValue('Pixel 8');
});

test('the amount of an offer is there again after a reload, and can be sent', async ({ page }) => {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId, seller } = await holdPhone(buyer);
  await pay(page.request, buyer, bookingId);
  const params = { _id: bookingId };
  await buyer.call(confirmReceipt, { params, body: undefined });
  await buyer.call(reportProblem, {
    params,
    body: { reason: 'does-not-work', text: 'It turns itself off.' },
  });
  await signInAs(page, seller);
  await page.goto(`/dashboard/order/${bookingId}`);
  await choose(page, 'Make an offer');
  const amount = page.getByLabel('Amount in dollars');
  await amount.fill('20.50');
  await expectStored(page, '20.5');
  await page.reload();
  await choose(page, 'Make an offer');
  await expect(amount).toHaveValue('20.50');
  await confirm(page, 'Make an offer');
  await expect(page.getByText('$20.50 goes back').first()).toBeVisible();
});
