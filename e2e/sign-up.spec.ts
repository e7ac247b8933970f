import { expect } from '@playwright/test';

import { drawPicture, unique } from './journey.ts';
import { test } from './test.ts';

test('an unfinished sign-up is offered again, and stays if the account cannot be fetched again', async ({
  page,
  context,
}) => {
  const email = `${unique('halfway').replaceAll(' ', '-')}@example.com`;
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Mina Rahman');
  const photo = { name: 'mina.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Photo').setInputFiles(photo);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('Str0ngPass');
  // The connection breaks after the account was created: the rest can be completed later.
  await page.route('**/api/images', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Your account is safe');
  await page.unroute('**/api/images');

  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Finish your sign up' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  const name = page.getByLabel('Name');
  await name.fill('Mina the Second');
  await context.setOffline(true);
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === '/api/user') failed += 1;
  });
  const tryAgain = async (): Promise<number> => {
    // The data is stale after half a minute, and is read again when the person returns to the page. An answer that was
    // still under way when the connection broke is new: then another half a minute has to pass.
    if (failed === 0) {
      await page.clock.fastForward(31_000);
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    }
    await page.clock.runFor(5_000);
    return failed;
  };
  await expect.poll(tryAgain, { timeout: 30_000 }).toBe(4);
  await expect(name).toHaveValue('Mina the Second');

  await context.setOffline(false);
  await page.getByLabel('Photo').setInputFiles(photo);
  await page.getByRole('button', { name: 'Finish sign up' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByText('You are logged in as')).toBeVisible();
});
