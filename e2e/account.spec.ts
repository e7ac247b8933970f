import { type Page, expect } from '@playwright/test';

import { changeAddress, confirmAddress } from '#contract/auth-account.ts';

import { newPerson, signUpAs } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

const narrow = { width: 360, height: 740 };

/** The URL in the newest mail about `subject`: jobs write and send it, a moment after the answer. */
async function linkIn(page: Page, email: string, subject: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const reply = await page.request.get(`/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`);
    const mails: { subject: string; text: string }[] = await reply.json();
    link =
      /https?:\S+token=[\w-]+/.exec(mails.find((mail) => mail.subject.includes(subject))?.text ?? '')?.[0] ??
      '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

async function expectFits(page: Page): Promise<void> {
  await expectNoAxeFindings(page);
  await page.setViewportSize(narrow);
  await expectNoSideScroll(page);
}

test('the link of the mail confirms in one’s own session, and the banner goes', async ({ page }) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard');
  const banner = page.getByRole('complementary', { name: 'Confirm your address' });
  await expect(banner).toContainText(mina.email);
  await banner.getByRole('button', { name: 'Send the mail again' }).click();
  await expect(banner.getByText('The mail is on its way.')).toBeVisible();
  const link = await linkIn(page, mina.email, 'Confirm');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: 'Go to my orders' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('already used');
});

test('without a session the link asks for the password, or for a new one', async ({ page }) => {
  const mina = await newPerson({ kind: 'Buyer' });
  const link = await linkIn(page, mina.email, 'Confirm');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveJSProperty('required', true);
  await page.getByLabel('Password').fill('Wr0ngPass');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('This is not the password of the account.')).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.getByLabel('New password').fill('N3wPassword');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('already used');
});

test('a link that was changed by a character says so and offers a new one', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/api/auth/verify-email?token=changed');
  await expect(page.getByRole('alert')).toContainText('incomplete or was changed');
  await expect(page.getByRole('button', { name: 'Send the mail again' })).toBeVisible();
  await expectFits(page);
});

test('whoever has no password confirms another address after a login', async ({ page }) => {
  const mina = await newPerson({ kind: 'Buyer' });
  const email = `new-${mina.email}`;
  await mina.call(changeAddress, { body: { email } });
  const link = await linkIn(page, email, 'new e-mail address');
  await page.goto(link);
  await expect(page.getByText('Does your account have no password?')).toBeVisible();
  await page.getByRole('link', { name: 'Log in here' }).click();
  await page.getByLabel('Email').fill(mina.email);
  await page.getByLabel('Password').fill(mina.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();
});

test('a browser that is still open follows an address that is changed on another device', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Your address is not confirmed yet.')).toBeVisible();
  const shown = page.getByLabel('Email', { exact: true });
  await expect(shown).toHaveValue(mina.email);
  const email = `new-${mina.email}`;
  await mina.call(changeAddress, { body: { email } });
  const link = new URL(await linkIn(page, email, 'new e-mail address'));
  const token = link.searchParams.get('token') ?? '';
  const anybody = await newPerson({ kind: 'Buyer' });
  expect(await anybody.call(confirmAddress, { body: { token, password: mina.password } })).toEqual({
    result: 'changed',
  });
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(email)).toBeVisible();
  // Of a change from a confirmed address the person is notified, and with that the open page.
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(shown).toHaveValue(email);
  const newest = `newest-${mina.email}`;
  await mina.call(changeAddress, { body: { email: newest } });
  const next = new URL(await linkIn(page, newest, 'new e-mail address')).searchParams.get('token') ?? '';
  await anybody.call(confirmAddress, { body: { token: next, password: mina.password } });
  await expect(shown).toHaveValue(newest);
});

test('another address is confirmed by its mail, the session continues with it, and the link that undoes the change names the account', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  await page.goto(await linkIn(page, mina.email, 'Confirm'));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await page.getByLabel('New address').fill(mina.email);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('This is the address of your account already.')).toBeVisible();
  const email = `other-${mina.email}`;
  await page.getByLabel('New address').fill(email);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText(`A mail is on its way to ${email}`)).toBeVisible();
  await page.goto(await linkIn(page, email, 'new e-mail address'));
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to my orders' }).click();
  // Following a link closes the menu, so wait for the page before opening it.
  await expect(page.getByText('No orders yet')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(email)).toBeVisible();
  const undo = await linkIn(page, mina.email, 'was changed');
  await page.goto(undo);
  await expect(page.getByText(`For the account of ${mina.email}.`)).toBeVisible();
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(undo);
  await expect(
    page.getByText(`For the account of ${mina.email}, not the one that you are logged in with.`),
  ).toBeVisible();
});

test('a session elsewhere is seen on the profile and ended there', async ({ page, browser }) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  const other = await browser.newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(mina.email);
  await other.getByLabel('Password').fill(mina.password);
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(other).toHaveURL('/');
  await page.goto('/dashboard/profile');
  const places = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(places.getByText('This browser')).toHaveCount(1);
  await expectFits(page);
  await places.getByRole('button', { name: 'Log out everywhere else' }).press('Enter');
  await expect(places.getByRole('listitem')).toHaveCount(1);
  await expect(places.getByRole('heading')).toBeFocused();
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/login');
  await other.close();
});

test('“This wasn’t me” ends every session and asks for a new password', async ({ page, browser }) => {
  const mina = await newPerson({ kind: 'Buyer' });
  const thief = await browser.newPage();
  await thief.goto('/login');
  await thief.getByLabel('Email').fill(mina.email);
  await thief.getByLabel('Password').fill(mina.password);
  await thief.getByRole('button', { name: 'Login' }).click();
  await expect(thief).toHaveURL('/');
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/auth/secure-account', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.goto(await linkIn(page, mina.email, 'new sign-in'));
  await expect(page.getByRole('progressbar', { name: 'Ending every session' })).toBeAttached();
  // Only the text of a region that was there before is read aloud.
  await expect(page.getByRole('status')).toBeEmpty();
  answers.resolve();
  await expect(page.getByRole('status')).toContainText('Every session has ended');
  await expectFits(page);
  await thief.goto('/dashboard');
  await expect(thief).toHaveURL('/login');
  await thief.close();
  await page.getByLabel('New password').fill('N3wPassword');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL('/login');
});

const colourOfErrors = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.className = 'text-bad';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

test('every page that a mail links to shows a broken link with the same text and style as all errors', async ({
  page,
}) => {
  const pages = ['confirm-email', 'undo-address-change', 'secure-account', 'unsubscribe', 'reset-password'];
  const refusal = page.getByRole('main').getByRole('alert');
  for (const name of pages)
    for (const token of ['', '?token=two%20words', '?token=nothing']) {
      await page.goto(`/${name}${token}`);
      await expect(page.getByRole('alert')).toHaveText(
        'This link is incomplete or was changed. Open it again from the mail.',
      );
      if (token !== '?token=nothing') continue;
      await expect(refusal).toHaveCSS('color', await colourOfErrors(page));
      await expect(refusal.locator('svg')).toBeVisible();
      await expect(refusal.getByRole('link')).toHaveCount(0);
    }
  // The page of a new password shows no field for it, and leads to another link.
  await expect(page.getByLabel('New password')).toHaveCount(0);
  await page.getByRole('link', { name: 'ask for a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});
