import { type Page, expect } from '@playwright/test';

import { mailTo } from '#testing/mailbox.ts';

import { demo, drawPicture, logIn, newPerson, unique } from './journey.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

const photo = async () => ({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });

const emailFor = (name: string): string => `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;

async function fillSignUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Photo').setInputFiles(await photo());
  await page.getByLabel('Email').fill(emailFor(name));
  await page.getByLabel('Password').fill('Str0ngPass');
}

test('a wrong login is explained and keeps the e-mail address', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Email Address is required')).toBeVisible();
  await expect(page.getByText('Password Required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Password').pressSequentially('12345');
  // Read aloud where somebody types; the error of another field is not.
  await expect(page.locator('[aria-live=polite]').getByText('Password must be 6 characters')).toBeVisible();
  await expect(page.locator('[aria-live=off]').getByText('Email Address is required')).toBeVisible();
  await expectAccessible(page);
  await logIn(page, { email: demo.buyer.email, password: 'Wrong1234' });
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(demo.buyer.email);
});

test('a login says so, keeps the token and replaces history', async ({ page }) => {
  const member = await newPerson({ kind: 'Buyer' });
  await page.goto('/blog');
  await page.getByRole('link', { name: 'Login' }).click();
  await logIn(page, member);
  await expect(page.getByText('Login Successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/\./);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
});

test('the demo’s people sign in by one press, outside the form', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('form').getByRole('button', { name: 'Seller' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Seller' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test('the button of one of the demo’s people keeps the focus until the next page is there', async ({
  page,
}) => {
  const [signsIn, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route('**/sign-in/email', async (route) => {
    sent += 1;
    await signsIn.promise;
    await route.continue();
  });
  await page.route('**/api/user', async (route) => {
    await goesOn.promise;
    await route.continue();
  });
  await page.goto('/login');
  const seller = page.getByRole('button', { name: 'Seller' });
  await seller.press('Enter');
  await expect(page.getByRole('button', { name: 'Buyer' })).toBeDisabled();
  await expect(seller).toHaveAttribute('aria-busy', 'true');
  await expect(seller).toBeFocused();
  await page.keyboard.press('Enter');
  signsIn.resolve();
  await expect(page.getByText('Login Successfully')).toBeVisible();
  await expect(seller).toBeFocused();
  goesOn.resolve();
  await expect(page).toHaveURL('/');
  expect(sent).toBe(1);
});

test('a sign-up makes account, token, picture and record, and a new seller lists a phone next', async ({
  page,
}) => {
  const name = unique('Mina');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  await page.goto('/signup');
  await fillSignUp(page, name);
  await page.getByLabel('Seller').check();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/addProduct');
  const steps = ['POST /api/auth/sign-up/email', 'GET /api/jwt', 'POST /api/images', 'POST /api/users'];
  expect(calls.filter((made) => steps.includes(made))).toEqual(steps);
  // Before the menu, which the change of page would close.
  await expect(page.getByRole('heading', { name: 'Add Product' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('banner').getByText(name)).toBeVisible();
});

test('a sign-up names what is missing, in the order of the fields', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByLabel('Buyer')).toBeChecked();
  await page.getByRole('button', { name: 'Sign up' }).click();
  for (const message of [
    'Please enter your name',
    'Please Select Photo',
    'Email Address is required',
    'Password Required',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Password').fill('weakpassword');
  await expect(page.getByText('Password must be strong')).toBeVisible();
  await expectAccessible(page);
});

test('what is typed before the form’s code has loaded stays', async ({ page }) => {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('early@example.com');
  // Buttons that would lose something are still disabled.
  for (const name of ['Login', 'Forget Password', 'CONTINUE WITH GOOGLE'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  goOn();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a taken e-mail address is told in the provider’s words, and nothing is lost', async ({ page }) => {
  const member = await newPerson({ kind: 'Buyer' });
  // As high as a telephone is above its keyboard.
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/signup');
  await fillSignUp(page, unique('Mina'));
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const email = page.getByLabel('Email');
  const refused = page.getByRole('alert').getByText('User already exists');
  await expect(refused).toBeVisible();
  await expect(email).toHaveValue(member.email);
  // The message below the button belongs to the address, until that is changed.
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/^User already exists/);
  await expectNoAxeFindings(page);
  await email.press('End');
  await email.press('Backspace');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await expect(refused).toHaveCount(0);
  await email.fill(member.email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(refused).toBeVisible();
  // The next press is refused by the form itself: the answer to the one before is not valid any more.
  await page.getByLabel('Password').fill('abc');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('User already exists')).toHaveCount(0);
});

test('a sign-up whose upload or last step fails continues from there', async ({ page }) => {
  const name = unique('Mina');
  await page.route('**/api/images', (route) => route.abort());
  await page.goto('/signup');
  await fillSignUp(page, name);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('alert')).toContainText('Your account is safe');
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly');
  await page.unroute('**/api/images');
  // The connection breaks again, before the account is complete.
  await page.route('**/api/users', (route) => route.abort(), { times: 1 });
  const broken = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/users'));
  await page.getByRole('button', { name: 'Finish sign up' }).click();
  await broken;
  await expect(page.getByRole('alert')).toContainText('Your account is safe');
  await page.getByRole('button', { name: 'Finish sign up' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
});

test('a forgotten password is replaced by the link in the mail', async ({ page, baseURL }) => {
  const member = await newPerson({ kind: 'Buyer' });
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Forget Password' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Send the link' }).press('Enter');
  await expect(page.getByRole('status')).toContainText(member.email);
  await expect(page.getByRole('status')).toBeFocused();
  // The address may have been mistyped.
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('button', { name: 'Send the link' }).press('Enter');
  await expect(page.getByRole('status')).toBeFocused();
  // It is sent after the answer; the mailbox shows what has arrived when it is opened.
  const subject = 'A new password for Ringback';
  await mailTo(baseURL ?? '', member.email, subject);
  await page.getByRole('link', { name: 'read it in the demo’s mailbox' }).click();
  await page.getByRole('link', { name: subject }).first().click();
  await page
    .getByRole('link', { name: /reset-password/ })
    .first()
    .click();
  await page.getByLabel('New password').fill('N3wPassword');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, { email: member.email, password: 'N3wPassword' });
  await expect(page.getByText('Login Successfully')).toBeVisible();
});
