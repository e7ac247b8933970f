// With Chromium's virtual authenticator; passkeys work on localhost, where the journeys run.
import { type Page, expect } from '@playwright/test';

import { totpCode } from '#testing/authenticator-app.ts';

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

test('under an IP address there is no passkey button, and the login works without it', async ({
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

test('a live site leads its admin to the profile until they have a passkey or an app', async ({
  page,
  deploy,
}) => {
  // It copies and starts a separate server.
  test.setTimeout(400_000);
  const admin = { email: 'boss@phones.example', password: 'B0ssPass1' };
  const { address } = await deploy(liveSettings(admin));
  await addDevice(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${address}/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Login Successfully')).toBeVisible();
  const notice = page.getByText('Admins need a passkey or an authenticator app. Set one up below');
  for (const path of ['/dashboard', '/dashboard/money']) {
    await page.goto(`${address}${path}`);
    await expect(page).toHaveURL(`${address}/dashboard/profile`);
    await expect(notice).toBeVisible();
  }
  await expectNoAxeFindings(page);

  // The links of admins come and go with the factor, without loading the page again.
  const link = page.getByRole('link', { name: 'Needs attention' });
  const expectActing = async (isActing: boolean): Promise<void> => {
    await expect(notice).toHaveCount(isActing ? 0 : 1);
    await expect(link).toHaveCount(isActing ? 1 : 0);
  };
  await expectActing(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expectActing(true);
  await page.getByRole('button', { name: 'Remove This device' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expectActing(false);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const key = (await page.getByText('Key:').locator('..').textContent()) ?? '';
  const secret = key.replace('Key:', '').replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectActing(true);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expectActing(false);
});

/** A live site that reaches none of its services. */
const liveSettings = (admin: { readonly email: string; readonly password: string }) => ({
  MODE: 'live',
  ALLOW_EMBEDDED_DATABASE: '1',
  RATE_LIMIT_FACTOR: '10',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  GOOGLE_CLIENT_ID: 'none',
  GOOGLE_CLIENT_SECRET: 'none',
  SMTP_URL: 'smtp://127.0.0.1:9',
  OPERATOR_NAME: 'Example Phones Ltd',
  OPERATOR_ADDRESS: '1 Bell Street, London',
  OPERATOR_EMAIL: 'help@example.com',
});
