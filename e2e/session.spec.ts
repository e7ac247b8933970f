import { expect } from '@playwright/test';

import { newPerson, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';

test('whatever is kept in place of a token, the ways to log in stay in sight', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('accessToken', 'no token'));
  await page.goto(`/product/${phone._id}`);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Book Now, ${phone.model}` }).first()).toBeVisible();
});

test('logging out in one window is told in the other', async ({ page, context }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByText('Logout Successful')).toBeVisible();
  await expect(page.getByText('You are logged out')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(other.getByText('You are logged out')).toBeHidden();
});
