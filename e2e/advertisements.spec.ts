import { type Page, expect } from '@playwright/test';

import { newPerson, newPhone, signUpAs } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { book } from './trade.ts';
import { test } from './test.ts';

const rowOf = (page: Page, model: string) => page.getByRole('row').filter({ hasText: model });

test('To Ads puts a phone on the home page, once at a time; the advertisement can be ended and set again', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { model } = await newPhone(seller);
  await page.goto('/dashboard/user/products');
  const toAds = rowOf(page, model).getByRole('button', { name: 'To Ads' });
  await toAds.click();
  await expect(page.getByText('Advertisement Set Successful')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: model })).toBeVisible();

  await page.goto('/dashboard/user/products');
  const advertised = rowOf(page, model).getByText('Advertised', { exact: true });
  await expect(advertised).toBeVisible();
  await toAds.click();
  await expect(page.getByText('Your Advertisement Already Set')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/user/products');
  await expectNoAxeFindings(page);
  await rowOf(page, model).getByRole('button', { name: 'End ad' }).press('Enter');
  await expect(page.getByText(`${model} is not advertised any more.`)).toBeVisible();
  await expect(advertised).toHaveCount(0);
  // The button that was pressed is gone; the focus is on the one beside it.
  await expect(toAds).toBeFocused();
  await toAds.click();
  await expect(page.getByText('Advertisement Set Successful')).toBeVisible();
});

test('a reserved phone cannot be advertised', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { _id, model } = await newPhone(seller);
  await book(await newPerson({ kind: 'Buyer' }), _id);
  await page.goto('/dashboard/user/products');
  await expect(rowOf(page, model).getByText('Reserved')).toBeVisible();
  await expect(rowOf(page, model).getByRole('button', { name: 'To Ads' })).toHaveCount(0);
});
