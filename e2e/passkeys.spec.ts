// With Chromium's virtual authenticator; passkeys work on localhost, where the journeys run.
import { type Page, expect } from '@playwright/test';

import { demo, forgetSession, signUpAs } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** A device with a screen lock, such as a phone or a laptop. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, signs in without a password, is renamed and removed', async ({ page }) => {
  await addDevice(page);
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  const name = dialog.getByLabel('Name');
  await expect(name).toHaveValue('This device');
  await name.fill('');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Give the passkey a name')).toBeVisible();
  await expect(name).toBeFocused();
  await expectNoAxeFindings(page, { within: 'dialog' });
  await name.fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByText('My laptop')).toBeVisible();
  await expectNoAxeFindings(page);

  // The device accepts the e-mail field's suggestion at once, possibly before the page has loaded completely.
  await forgetSession(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByText('Login Successfully')).toBeVisible();

  // In a browser without such suggestions there is the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await forgetSession(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Login Successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Rename My laptop' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename My laptop' });
  await expect(renaming.getByLabel('Name')).toHaveValue('My laptop');
  await renaming.getByLabel('Name').fill('Old laptop');
  await renaming.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('Old laptop')).toBeVisible();
  // Until the dialog is closed, nothing behind it takes a key.
  await expect(renaming).toBeHidden();
  await page.getByRole('button', { name: 'Remove Old laptop' }).press('Enter');
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();

  await forgetSession(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('We do not know this passkey.')).toBeVisible();
});

test('the login says so if no passkey was chosen', async ({ page }) => {
  await addDevice(page);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was chosen.')).toBeVisible();
});

test('at the number of an address there is no passkey button, and logging in works as ever', async ({
  page,
  baseURL,
}) => {
  await addDevice(page);
  await page.goto((baseURL ?? '').replace('localhost', '127.0.0.1') + '/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  await page.getByLabel('Email').fill(demo.buyer.email);
  await page.getByLabel('Password').fill(demo.buyer.password);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Login Successfully')).toBeVisible();
});
