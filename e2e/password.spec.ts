import { expect } from '@playwright/test';

import { apiAs, drawPicture, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

test('a password is chosen with a meter, refused where it is well known, and changed later', async ({
  page,
}) => {
  await page.goto('/signup');
  const password = page.getByLabel('Password');
  const meter = page.getByRole('meter', { name: 'Strength' });
  await password.fill('passw');
  await expect(meter).toHaveAttribute('aria-valuetext', /Still needs at least 6 characters/);
  await password.fill('Password1');
  await expect(meter).toHaveAttribute('aria-valuenow', '1');
  await page.getByLabel('Name').fill('Mina Rahman');
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'mina.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
  await page.getByLabel('Email').fill(`${unique('known').replaceAll(' ', '-')}@example.com`);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('Password must be strong')).toBeVisible();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expectNoAxeFindings(page);

  const mina = await signUpAs(page, { kind: 'Buyer' });
  const elsewhere = await apiAs(mina);
  await page.goto('/dashboard/profile');
  await page.getByLabel('New password').fill('N3wPassword');
  await expect(meter).toHaveAttribute('aria-valuetext', 'Good');
  await page.getByLabel('New password').press('Enter');
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Your password' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toBeHidden();
  // Still signed in here, and only here.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your password' })).toBeVisible();
  await expect(apiAs(mina)).rejects.toThrow();
  expect((await apiAs({ ...mina, password: 'N3wPassword' })).accessToken).not.toBe(elsewhere.accessToken);
});
