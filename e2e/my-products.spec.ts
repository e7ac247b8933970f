import { type Page, expect } from '@playwright/test';

import { boxOf, newPhone, ownCategory, signUpAs } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

/** A list on paper has its rows, and nothing to press. */
async function expectPaper(page: Page, model: string): Promise<void> {
  const main = page.getByRole('main');
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(model)).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('searchbox')).toHaveCount(0);
  await expect(main.getByRole('columnheader', { name: 'Action' })).toHaveCount(0);
  await expect(main.getByRole('columnheader', { name: 'State' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
}

test('a seller prints the list, pauses a phone, resumes it, marks it as sold elsewhere and lists it again', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { model, _id } = await newPhone(seller);
  await page.goto('/dashboard/user/products');
  const row = page.getByRole('row').filter({ hasText: model });
  const more = row.getByRole('button', { name: `More for ${model}` });
  await expect(row.getByText('For sale')).toBeVisible();
  await expect(row.getByRole('button', { name: `To Ads: ${model}` })).toHaveText('To Ads');
  await expect(row.getByRole('button', { name: `Delete ${model}` })).toHaveText('Delete');
  await expectPaper(page, model);
  await page.setViewportSize({ width: 360, height: 740 });
  // The buttons are in one row on a small screen.
  const edit = await boxOf(row.getByRole('link', { name: `Edit ${model}` }));
  expect((await boxOf(row.getByRole('button', { name: `Delete ${model}` }))).y).toBe(edit.y);
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

test('a later page whose last phone is deleted says that it is empty and leads to the first one', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const image = await seller.uploadPicture();
  const categoryId = await ownCategory(seller);
  // One more than a page has.
  for (let count = 0; count <= 24; count += 1) await newPhone(seller, { image, categoryId });
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
