import { type Locator, type Page, expect } from '@playwright/test';

import { getOrder } from '#contract/orders.ts';

import { holdPhone } from './card-form.ts';
import {
  type Account,
  boxOf,
  demo,
  endSession,
  logOut,
  newPerson,
  newPhone,
  ownCategory,
  pressIfThere,
  signUpAs,
  unique,
} from './journey.ts';
import { choose, dialog as openDialog } from './order-page.ts';
import { expectNothingStored } from './stored-drafts.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

test('whatever is stored instead of a token, the ways to log in stay visible', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('accessToken', 'no token'));
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Book Now, ${phone.model}` }).first()).toBeVisible();
});

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a login form stays busy until the next page is there, so that a second press sends nothing', async ({
  page,
}) => {
  const member = await newPerson({ kind: 'Buyer' });
  const late = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await late.promise;
    await route.continue();
  });
  const logins: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/email')) logins.push(request.url());
  });
  await logIn(page, member);
  await expect(page.getByText('Login Successfully')).toBeVisible();
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login).toHaveAttribute('aria-busy', 'true');
  await page.getByLabel('Password').press('Enter');
  late.resolve();
  await expect(page).toHaveURL('/');
  expect(logins).toHaveLength(1);
});

test('somebody whose browser has no space left to store anything can log in for as long as the page is open', async ({
  page,
}) => {
  const member = await newPerson({ kind: 'Buyer' });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await logIn(page, member);
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
});

test('somebody whose browser has no storage can log in for as long as the page is open', async ({ page }) => {
  const member = await newPerson({ kind: 'Buyer' });
  // As in Firefox with `dom.storage.enabled` off, and in some apps that show pages.
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { value: null }));
  await logIn(page, member);
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
});

test('somebody whose browser refuses cookies is told so at the login', async ({ page, context }) => {
  const member = await newPerson({ kind: 'Buyer' });
  await page.route('**/api/jwt?*', async (route) => {
    await context.clearCookies();
    await route.continue({ headers: { ...route.request().headers(), cookie: '' } });
  });
  await logIn(page, member);
  await expect(page.getByRole('alert')).toContainText('Allow cookies for this site');
});

test('somebody whose browser refuses cookies is told so after Google’s window', async ({ page, context }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  const popup = await opened;
  await popup.getByLabel('E-mail').fill(`${unique('gita').replaceAll(' ', '-')}@example.com`);
  await popup.getByLabel('Name').fill('Gita');
  await context.clearCookies({ name: /^(?!sandbox_google)/ });
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await closed;
  await expect(page.getByRole('alert')).toContainText('Allow cookies for this site');
});

test('logging out in one window is told in the other, which offers the way back to whoever logs in again', async ({
  page,
  context,
}) => {
  const member = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  const other = await context.newPage();
  await logOut(other);
  await expect(page.getByText('You are logged out')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(other.getByText('You are logged out')).toBeHidden();
  await other.getByRole('link', { name: 'Login' }).click();
  await other.getByLabel('Email').fill(member.email);
  await other.getByLabel('Password').fill(member.password);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other.getByText('Login Successfully')).toBeVisible();
  await expect(page.getByText('You are logged in as')).toBeVisible();
  await page.getByRole('link', { name: 'Go on where you were' }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  // Nobody has sent them here.
  await page.goto('/login');
  await expect(page.getByText('You are logged in as')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go on where you were' })).toHaveCount(0);
});

test('a page that the browser restores from its cache notices a log-out that it has missed', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  // As Firefox does after Back: the other page's changes to the storage are not reported to the kept one.
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByText('You are logged out')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a session that ends under an open dialog leads to the login, and back to what was typed', async ({
  page,
  context,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const { bookingId } = await holdPhone(buyer);
  await pay(page.request, buyer, bookingId);
  await page.goto(`/dashboard/order/${bookingId}`);
  await choose(page, 'Report a problem');
  await openDialog(page).getByLabel('Description').fill('Nobody answers my calls');
  await openDialog(page).getByLabel('What is wrong').selectOption('I never got it');
  await endSession(page, context);
  await pressIfThere(openDialog(page).getByRole('button', { name: 'Report a problem' }));
  await expect(page).toHaveURL('/login');
  // It stays for whoever was not looking when they were logged out.
  const ended = page.getByText('You were logged out. Log in again to go on where you were.');
  await expect(ended).toBeVisible();
  await page.reload();
  await expect(ended).toBeVisible();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/order/${bookingId}`);
  await choose(page, 'Report a problem');
  await expect(openDialog(page).getByLabel('Description')).toHaveValue('Nobody answers my calls');
});

test('a hand-over code that was typed before the session ended is there after the login', async ({
  page,
  context,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer' });
  const _id = await book(buyer, (await newPhone(seller))._id);
  await pay(page.request, buyer, _id);
  const { code } = await buyer.call(getOrder, { params: { _id } });
  const wrong = code?.digits === '000000' ? '111111' : '000000';
  await page.goto(`/dashboard/order/${_id}`);
  const field = page.getByLabel('Code', { exact: true });
  await field.fill(wrong);
  await endSession(page, context);
  await pressIfThere(page.getByRole('button', { name: 'Hand over' }));
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/order/${_id}`);
  await expect(field).toHaveValue(wrong);
  // What the server has refused is not kept any longer.
  await page.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByRole('alert')).toContainText('This is not the code.');
  await expectNothingStored(page);
});

test('the login leads back to the same place of a list, whatever was pressed there', async ({ browser }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const categoryId = await ownCategory(seller);
  const model = unique('Longlist');
  const image = await seller.uploadPicture();
  const oldest = await newPhone(seller, { categoryId, image, model });
  await Promise.all(Array.from({ length: 25 }, () => newPhone(seller, { categoryId, image, model })));
  const address = `/search?q=${encodeURIComponent(model)}`;
  for (const { width, action, dialog } of [
    { width: 1280, action: 'Book Now', dialog: 'Book' },
    { width: 360, action: 'Report admin', dialog: 'Report' },
  ]) {
    const page = await browser.newPage({ viewport: { width, height: 740 } });
    await page.goto(address);
    const card = page.getByRole('article').filter({ has: page.locator(`[href="/product/${oldest._id}"]`) });
    // The oldest phone is on the second page.
    await page.getByRole('link', { name: 'Show more' }).click();
    const button = card.getByRole('link', { name: new RegExp(`^${action}`) });
    // Waits until it is scrolled into view and nothing moves any more.
    await button.click({ trial: true });
    const place = await topOf(card);
    const moved = async () => Math.abs((await topOf(card)) - place);
    await button.click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    // The sign-up has an e-mail address, too.
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await page.getByLabel('Email').fill(demo.buyer.email);
    await page.getByLabel('Password').fill(demo.buyer.password);
    await page.getByRole('button', { name: 'Login' }).click();
    const opened = page.getByRole('dialog', { name: `${dialog} ${model}` });
    await expect(opened).toBeVisible();
    await expect.poll(moved, action).toBeLessThanOrEqual(8);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect.poll(moved, `${action}, closed`).toBeLessThanOrEqual(8);
    await page.close();
  }
});

const topOf = async (element: Locator): Promise<number> => (await boxOf(element)).y;

test('a session that ends under a form leads to the login, and back into the dialog as it was', async ({
  page,
  context,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const { _id, model } = await newPhone(await newPerson({ kind: 'Seller' }));
  for (const { action, title, field, done } of [
    { action: 'Report Item', title: 'Report', field: 'Problem', done: 'Reported item Success full' },
    { action: 'Book Now', title: 'Book', field: 'Meeting location', done: 'Booking Successful' },
  ]) {
    await page.goto(`/product/${_id}`);
    await page
      .getByRole('button', { name: `${action}, ${model}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `${title} ${model}` });
    const send = dialog.getByRole('button', { name: /^(Book|Send report)$/ });
    await dialog.getByLabel(field).fill('By the north gate');
    if (action === 'Book Now') await dialog.getByLabel('Phone number').fill('01811000000');
    await endSession(page, context);
    await pressIfThere(send);
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password').fill(buyer.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(`/product/${_id}`);
    await expect(dialog.getByLabel(field)).toHaveValue('By the north gate');
    await send.click();
    await expect(page.getByText(done, { exact: true })).toBeVisible();
  }
});
