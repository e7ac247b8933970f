import { expect, type Page } from '@playwright/test';

import { totpCode } from '#testing/authenticator-app.ts';

import { forgetSession, signUpAs } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** Waits for the time step in which the app shows another code: a used one is refused. */
const newCode = (secret: string, used: string): string => {
  const step = 30_000;
  const [now, next] = [Date.now(), Date.now() + step].map((at) => totpCode(secret, new Date(at)));
  return now === used ? (next ?? '') : (now ?? '');
};

/** Opens the link in the mail that confirms an address. */
async function confirmAddress(page: Page, email: string): Promise<void> {
  const mails = `/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`;
  const token = async () => /token=([\w-]+)/.exec(await (await page.request.get(mails)).text())?.[1];
  await expect.poll(token).toBeDefined();
  await page.goto(`/api/auth/verify-email?token=${await token()}`);
  await expect(page).toHaveURL(/result=confirmed/);
}

test('an authenticator app is set up, asked for at sign-in, replaced by a recovery code, and turned off', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  // If the account was never confirmed, a person who signs in with Google becomes its only user, without the former
  // second factor.
  await confirmAddress(page, mina.email);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = (await page.getByText('Key:').locator('..').textContent()) ?? '';
  const secret = key.replace('Key:', '').replaceAll(' ', '');
  const field = page.getByLabel('Code from the app');
  await expect(field).toBeFocused();
  await expect(field).toHaveJSProperty('required', true);
  await expectNoAxeFindings(page);
  await field.fill('123 45');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is wrong or too old.')).toBeVisible();
  const first = totpCode(secret, new Date());
  await field.fill(first);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectNoAxeFindings(page);
  const [recoveryCode = '', otherRecoveryCode = ''] = await codes.allTextContents();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes).toHaveCount(0);
  await expect(page.getByText('You have 10 recovery codes left')).toBeVisible();

  await forgetSession(page);
  await page.goto('/login');
  const logIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill(mina.email);
    await page.getByLabel('Password').fill(mina.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  };
  await logIn();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveJSProperty('required', true);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByLabel('Code').fill(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  // On a slow machine it may have expired by now.
  await expect(page.getByText(/^This code (has already been used|is wrong or too old)/)).toBeVisible();
  await page.getByLabel('Code').fill(newCode(secret, first));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Login Successfully')).toBeVisible();

  await forgetSession(page);
  await page.goto('/login');
  await logIn();
  await page.getByText('I have lost my authenticator app').click();
  await page.getByLabel('Code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/dashboard/profile');
  await expect(page.getByText('You have 9 recovery codes left')).toBeVisible();

  // A sign-in with Google also leads to the second step, from either page.
  await forgetSession(page);
  await page.goto('/signup');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' }).click();
  const popup = await opened;
  await popup.getByLabel('E-mail').fill(mina.email);
  await popup.getByLabel('Name').fill(mina.name);
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByLabel('Code').fill(otherRecoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Login Successfully')).toBeVisible();
  await page.goto('/dashboard/profile');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Turn off' }).press('Enter');
  const setUp = page.getByRole('button', { name: 'Set up an authenticator app' });
  await expect(setUp).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Authenticator app' });
  await expect(heading).toBeFocused();
  await setUp.press('Enter');
  await expect(page.getByLabel('Code from the app')).toBeFocused();
  await page.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(heading).toBeFocused();
});
