import { expect } from '@playwright/test';

import { expectNoAxeFindings, expectNoSideScroll, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';

test('a seller pauses a phone, resumes it, marks it as sold elsewhere and lists it again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { model, _id } = await newPhone(seller);
  await page.goto('/dashboard/user/products');
  const row = page.getByRole('row').filter({ hasText: model });
  const more = row.getByRole('button', { name: `More for ${model}` });
  await expect(row.getByText('For sale')).toBeVisible();
  await expect(row.getByRole('button', { name: `To Ads: ${model}` })).toHaveText('To Ads');
  await expect(row.getByRole('button', { name: `Delete ${model}` })).toHaveText('Delete');
  await expectNoAxeFindings(page);

  await more.click();
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row.getByText('Paused')).toBeVisible();
  await expect(row.getByText('Since')).toBeVisible();
  await page.goto(`/product/${_id}`);
  await expect(page.getByText('This phone is not for sale at the moment.')).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: `Resume ${model}` }).click();
  await expect(row.getByText('For sale')).toBeVisible();
  await expect(row.getByRole('link', { name: `Edit ${model}` })).toBeVisible();

  page.once('dialog', (dialog) => void dialog.accept());
  await more.click();
  await row.getByRole('button', { name: 'Mark as sold elsewhere' }).click();
  await expect(row.getByText('Sold elsewhere')).toBeVisible();
  await expect(more).toHaveCount(0);
  await expectNoAxeFindings(page);
  await row.getByRole('button', { name: `List again ${model}` }).click();
  await expect(row.getByText('For sale')).toBeVisible();
  await expect(row).toHaveCount(1);
  await expectNoSideScroll(page);
});

test('a phone that leaves the list does not take the focus out of the page', async ({ page }) => {
  const { model } = await newPhone(await signUpAs(page, { kind: 'Seller' }));
  await page.goto('/dashboard/user/products?show=live');
  await page.getByRole('button', { name: `More for ${model}` }).press('Enter');
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(page.getByText(`${model} is paused`)).toBeVisible();
  await expect(page.getByRole('button', { name: `More for ${model}` })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('how many phones a search has found is said once they are counted', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await newPhone(seller);
  await page.goto('/dashboard/user/products');
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText('1 found');
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/products/counts?*', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Model' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(status).toHaveText('');
  goOn();
  await expect(status).toHaveText('0 found for nothing like it');
});

test('a later page whose last phone is deleted says that it is empty and leads to the first one', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const image = await seller.uploadPicture();
  // One more than a page has.
  for (let count = 0; count <= 24; count += 1) await newPhone(seller, { image });
  await page.goto('/dashboard/user/products');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(1);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('This page is empty now')).toBeVisible();
  await expect(page.getByText('Try a shorter search')).toHaveCount(0);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(24);
});
