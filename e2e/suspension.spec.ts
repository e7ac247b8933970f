// A seller is suspended during an order, appeals, and is active again.
import { expect, type Page } from '@playwright/test';

import {
  appealSuspension,
  keepSuspension,
  liftSuspension,
  suspendUser,
} from '#contract/users-suspensions.ts';
import { getUser } from '#contract/users.ts';

import { apiAs, demo, logOut, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { anotherBrowser, choose, confirm, dialog, standing, untilClosed } from './order-page.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { book, pay } from './trade.ts';
import { expectNothingStored, expectStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('a suspended seller finishes their order, appeals, and sells again once it is lifted', async ({
  page,
  browser,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer' });
  const paid = await newPhone(seller);
  const hidden = await newPhone(seller);
  const orderId = await book(buyer, paid._id);
  await pay(page.request, buyer, orderId);

  await page.goto('/dashboard/profile');
  const banner = page.getByText('You can finish your open orders');
  await expect(page.getByLabel('Name')).toBeVisible();
  await expect(banner).toHaveCount(0);

  const admin = await anotherBrowser(browser);
  await signInAs(admin, demo.admin);
  await admin.goto('/dashboard/user/seller');
  await admin.getByLabel('Part of a name or e-mail address').fill(seller.email);
  await admin.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(admin).toHaveURL(/search=/);
  await expect(admin.getByRole('row').filter({ hasText: seller.email })).toContainText('2 phones');
  await expectNoAxeFindings(admin);
  await admin.getByRole('link', { name: seller.name }).click();
  await expect(admin.getByRole('heading', { name: seller.name, level: 1 })).toBeVisible();
  await expect(admin.getByRole('row').filter({ hasText: hidden.model })).toBeVisible();
  await admin.getByRole('button', { name: 'Suspend' }).click();
  await confirm(admin, 'Suspend this person');
  await expect(dialog(admin).getByText('Please say why')).toBeVisible();
  await expectNoAxeFindings(admin, { within: 'dialog' });
  await dialog(admin).getByLabel('Why').fill('Two buyers got other phones.');
  await confirm(admin, 'Suspend this person');
  await expect(admin.getByRole('heading', { name: /^Suspended until \d/ })).toBeVisible();
  await expect(admin.getByRole('main')).toBeFocused();
  await expect(admin.getByRole('row').filter({ hasText: hidden.model })).toContainText('Hidden');
  // The seller's open pages are updated.
  await expect(banner).toBeVisible();

  await untilClosed(admin);
  await admin.goto(`/dashboard/order/${orderId}`);
  await admin.getByRole('link', { name: seller.name }).click();
  await expect(admin.getByRole('heading', { name: /^Suspended until \d/ })).toBeVisible();

  // A login leads to the reason first, and from there to what the person can still do.
  await logOut(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard/suspension');
  await page.goto('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Find a phone' })).toHaveCount(0);
  await page.goto('/dashboard/suspension');
  await page.getByRole('link', { name: 'Your sales' }).click();
  await expect(page.getByText('You can finish your open orders')).toBeVisible();
  await page.getByRole('link', { name: `Open the order of ${paid.model}` }).click();
  await choose(page, 'Cancel the order');
  await dialog(page).getByRole('textbox').fill('It fell into the river');
  await confirm(page, 'Cancel the order');
  await expect(standing(page)).toContainText(/cancelled/i);
  await untilClosed(page);
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'List it again' })).toHaveCount(0);

  expect((await page.request.get(`/product/${hidden._id}`)).status()).toBe(404);
  // No form is offered that would be refused.
  const other = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto(`/product/${other._id}`);
  await page
    .getByRole('button', { name: /^Book Now/ })
    .first()
    .click();
  await expect(dialog(page).getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0);
  await expectNoAxeFindings(page, { within: 'dialog' });
  await dialog(page).getByRole('link', { name: 'Why, and how to appeal' }).click();
  await expect(page).toHaveURL('/dashboard/suspension');
  await page.goBack();
  await expect(page).toHaveURL(`/product/${other._id}`);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sell your phone' }).click();
  await expect(page.getByText('You cannot sell while your account is suspended')).toBeVisible();
  await expect(page.getByLabel('Model')).toHaveCount(0);
  await page.goto(`/dashboard/edit-product/${hidden._id}`);
  await expect(page.getByText('You cannot sell while your account is suspended')).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('You can delete your account once its suspension is over.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  for (const name of ['Add a passkey', 'Set up an authenticator app', 'Delete your account'])
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Ask for a copy' })).toBeVisible();
  await page.goto('/dashboard/payouts');
  await expect(page.getByText('Your money waits for you and is safe.')).toBeVisible();
  await expect(page.getByText('You can list and sell')).toHaveCount(0);
  await expect(page.getByText('You cannot change this while your account is suspended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up your payouts' })).toHaveCount(0);
  await page.goto('/dashboard/user/products');
  const row = page.getByRole('row').filter({ hasText: hidden.model });
  await expect(row).toContainText('Hidden');
  await expect(row.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Why, and how to appeal' }).click();
  await expect(page.getByText('Two buyers got other phones.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
  await page.getByLabel('Why the suspension is wrong').fill('It was the carrier.');
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await expect(page.getByText('An admin reads what you wrote.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  const address = admin.url();
  await admin.goto('/dashboard');
  // Another journey may have an appeal at the same time.
  await expect(admin.getByRole('link', { name: /^\d+ appeals? to answer$/ })).toBeVisible();
  await admin.goto(address);
  await expect(admin.getByText('It was the carrier.')).toBeVisible();
  await expectNoAxeFindings(admin);
  await admin.getByLabel('Your answer').fill('You are right.');
  await admin.getByRole('button', { name: 'Lift the suspension' }).press('Enter');
  await expect(admin.getByText('Suspension lifted').first()).toBeVisible();
  await expect(admin.getByRole('main')).toBeFocused();
  await expect(admin.getByText('You are right.')).toBeVisible();
  await admin.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(admin);

  await expect(page.getByText('Your account is not suspended.')).toBeVisible();
  expect((await page.goto(`/product/${hidden._id}`))?.status()).toBe(200);
});

test('the answer that keeps a suspension is shown, and its field is empty again', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await seller.call(getUser, { query: {} });
  const admin = await signInAs(page, demo.admin);
  await admin.call(suspendUser, {
    params: { _id },
    body: { reason: 'Two buyers got other phones.', days: 7 },
  });
  await seller.call(appealSuspension, { body: { text: 'It was the carrier.' } });
  await page.goto(`/dashboard/person/${_id}`);
  await page.getByLabel('Your answer').fill('The carrier says otherwise.');
  await expectStored(page, 'The carrier says otherwise.');
  await page.reload();
  await expect(page.getByLabel('Your answer')).toHaveValue('The carrier says otherwise.');
  await page.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(page.getByText('Our answer: The carrier says otherwise.')).toBeVisible();
  await expect(page.getByLabel('What you want to say')).toHaveValue('');
  await expectNothingStored(page);
  // Nobody suspends themselves.
  await page.goto(`/dashboard/person/${admin.id}`);
  await expect(page.getByRole('heading', { name: admin.name, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend' })).toHaveCount(0);
});

/** An appeal that an admin is answering on this page, and another admin. */
async function answerToAppeal(page: Page) {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await seller.call(getUser, { query: {} });
  const params = { _id };
  const other = await apiAs(demo.admin);
  await other.call(suspendUser, { params, body: { reason: 'Wrong photos.', days: 7 } });
  await seller.call(appealSuspension, { body: { text: 'It was the carrier.' } });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/person/${_id}`);
  await page.getByLabel('Your answer').fill('Show us others.');
  return { params, other };
}

test('an admin whose answer comes after another one’s reads what was decided, and keeps what they typed', async ({
  page,
}) => {
  const { params, other } = await answerToAppeal(page);
  await other.call(keepSuspension, { params, body: { words: 'The carrier says otherwise.' } });
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('alert')).toContainText('No appeal is waiting for an answer.');
  await expect(page.getByText('Our answer: The carrier says otherwise.')).toBeVisible();
  await expect(page.getByLabel('What you want to say')).toHaveValue('Show us others.');
  await other.call(liftSuspension, { params, body: {} });
  await page.getByRole('button', { name: 'Lift the suspension' }).click();
  await expect(page.getByText('The suspension has ended already. Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
});

test('an admin who keeps a suspension that has just ended is told that nothing waits for an answer', async ({
  page,
}) => {
  const { params, other } = await answerToAppeal(page);
  await other.call(liftSuspension, { params, body: {} });
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  await expect(page.getByText('No appeal is waiting for an answer.')).toBeVisible();
});

test('what was typed about one suspension is not an answer to the next one', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await seller.call(getUser, { query: { email: seller.email } });
  const other = await apiAs(demo.admin);
  const suspend = (reason: string) =>
    other.call(suspendUser, { params: { _id }, body: { reason, days: null } });
  await suspend('Wrong photos.');
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/person/${_id}`);
  const words = page.getByLabel('What you want to say');
  await words.fill('You are right.');
  await expectStored(page, 'You are right.');
  await page.reload();
  await expect(words).toHaveValue('You are right.');
  await other.call(liftSuspension, { params: { _id }, body: {} });
  await suspend('Another wrong photo.');
  await page.reload();
  await expect(page.getByText('Another wrong photo.').first()).toBeVisible();
  await words.pressSequentially('No.');
  await expectStored(page, 'No.');
  await expect(words).toHaveValue('No.');
});
