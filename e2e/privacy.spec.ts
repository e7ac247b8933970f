// What people can do with the data about them.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import { suspendUser } from '#contract/users-suspensions.ts';
import { getUser } from '#contract/users.ts';
import { readZip } from '#testing/read-zip.ts';

import { apiAs, demo, logIn, signUpAs } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { expectNothingStored, expectStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('a person takes a copy of their data along, leaves, comes back by logging in, and leaves', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Buyer' });
  const { _id } = await (await apiAs(mina)).call(getUser, { query: {} });
  await page.goto('/dashboard/profile');
  const ask = page.getByRole('button', { name: 'Ask for a copy' });
  // Only the text of a region that was there before is read aloud.
  const standing = page.locator('#your-data').getByRole('status');
  await expect(ask).toBeVisible();
  await expect(standing).toBeEmpty();
  await ask.press('Enter');
  const download = page.getByRole('button', { name: 'Download your data' });
  await expect(download).toBeVisible({ timeout: 20_000 });
  await expect(standing).toContainText('is ready. You can download it until');
  await expect(ask).toBeFocused();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const files = readZip(await readFile(await file.path()));
  expect(files['index.html']?.toString()).toContain(mina.email);
  expect(JSON.parse(String(files['data/account.json'])).account).toMatchObject([{ email: mina.email }]);

  page.on('dialog', (dialog) => void dialog.accept());
  const leave = page.getByRole('button', { name: 'Delete your account' });
  await leave.scrollIntoViewIfNeeded();
  await expectNoAxeFindings(page);
  await leave.click();
  await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await expectNoAxeFindings(page);

  await page.getByRole('link', { name: 'Log in and keep the account' }).click();
  await page.getByLabel('Email').fill(mina.email);
  await page.getByLabel('Password').fill(mina.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(page.getByText('You logged in, so your account stays.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await leave.click();
  await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible();

  // Suspended meanwhile, they are promised no phones for sale.
  const admin = await apiAs(demo.admin);
  await admin.call(suspendUser, { params: { _id }, body: { reason: 'Other phones came.', days: 7 } });
  await page.getByRole('link', { name: 'Log in and keep the account' }).click();
  await logIn(page, mina);
  await page.getByRole('link', { name: 'your profile' }).click();
  await expect(page.getByText('You logged in, so your account stays.')).toHaveText(
    'You logged in, so your account stays.',
  );
});

for (const late of ['answer', 'page'] as const)
  test(`a person who deletes their account reads so, and leaves no drafts behind, if the ${late} is slow`, async ({
    page,
  }) => {
    await signUpAs(page, { kind: 'Buyer' });
    await page.goto('/dashboard/profile');
    await page.getByLabel('About you').fill('I repair phones.');
    await expectStored(page, 'I repair phones.');
    await page.route(late === 'answer' ? '**/api/privacy/leave' : /\/goodbye-[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      // By then this page has noticed that its session has ended.
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('accessToken')), { timeout: 20_000 })
        .toBeNull();
      await route.fulfill({ response });
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete your account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page).toHaveURL('/goodbye');
    await expectNothingStored(page);
  });
