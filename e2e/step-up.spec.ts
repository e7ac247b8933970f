import { type Page, expect } from '@playwright/test';

import { signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** The server refuses the next address change as it would ten minutes later. */
async function letTimePass(page: Page): Promise<void> {
  await page.route(
    '**/api/auth/change-address',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: {
          status: 403,
          code: 'request.fresh-sign-in-needed',
          message: 'Please confirm that it is you, and try again.',
        },
      }),
    { times: 1 },
  );
}

test('an action that requires a fresh sign-in continues after the password, and nothing that was typed is lost', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  const email = `${unique('new').replaceAll(' ', '-')}@example.com`;
  const change = page.getByRole('button', { name: 'Change address' });
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await page.getByLabel('New address').fill(email);

  await letTimePass(page);
  await change.click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expect(dialog.getByLabel('Password')).toHaveJSProperty('required', true);
  await expectNoAxeFindings(page, { within: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('Please confirm that it is you');
  await expect(page.getByLabel('New address')).toHaveValue(email);

  await letTimePass(page);
  await change.click();
  // Nothing was entered yet: that is no guess, which would be counted.
  let guesses = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/auth/step-up')) guesses += 1;
  });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Password Required')).toBeVisible();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  expect(guesses).toBe(0);
  await dialog.getByLabel('Password').fill('Wr0ngPass');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This is not the password of the account.')).toBeVisible();
  await dialog.getByLabel('Password').fill(mina.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`A mail is on its way to ${email}`)).toBeVisible();
  await expect(dialog).toBeHidden();
});
