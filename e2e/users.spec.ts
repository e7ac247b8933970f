import { type Page, expect } from '@playwright/test';

import { type UserType, changeUser, getUser } from '#contract/users.ts';

import { type Member, drawPicture, signUpAs, unique } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { test } from './test.ts';

/** A new person's profile. Their name may arrive after its field: text typed at that moment would be appended to it. */
async function openProfile(page: Page, kind: UserType): Promise<Member> {
  const member = await signUpAs(page, { kind });
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Name')).toHaveValue(member.name);
  return member;
}

/** No name and no picture are refused in their fields, and the rest of the form stays. */
async function refuseFaults(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('  ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Somebody Else');
  const file = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') };
  await page.getByLabel('Photo').setInputFiles(file);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Photo')).toHaveAccessibleDescription(/not a picture/);
  await expect(page.getByLabel('Photo')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Else');
}

test('people can change their name and photo to valid ones, and the navbar shows them at once', async ({
  page,
}) => {
  const member = await openProfile(page, 'Buyer');
  const name = unique('Renamed');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly');
  await refuseFaults(page);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
  const user = await member.call(getUser, { query: { email: member.email } });
  expect(user.name).toBe(name);
  const menu = page.getByRole('button', { name: 'Account menu' });
  await expect(menu.locator('img')).toHaveAttribute('src', user.photoURL);
  await menu.click();
  await expect(page.getByText(name)).toBeVisible();
});

test('a name that was changed on another device is shown here', async ({ page }) => {
  const person = await openProfile(page, 'Buyer');
  await person.call(changeUser, { body: { name: 'Mina Khan' } });
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Name')).toHaveValue('Mina Khan');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('banner').getByText('Mina Khan')).toBeVisible();
});

test('the profile is shown once the account is known, so that nothing moves down', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  const late = Promise.withResolvers<void>();
  await page.route('**/api/user?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('progressbar', { name: 'Loading your dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your e-mail address' })).toHaveCount(0);
  late.resolve();
  await expect(page.getByRole('heading', { name: 'Your public page' })).toBeVisible();
  await expect(page.getByText('telephone number are never shown there.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your e-mail address' })).toBeVisible();
});
