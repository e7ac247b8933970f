import { type Page, expect } from '@playwright/test';

import { advertise } from '#contract/advertisements.ts';
import { expectNoAxeFindings, newPerson, newPhone, signUpAs } from './journey.ts';
import { book } from './trade.ts';
import { test } from './test.ts';

const rowOf = (page: Page, model: string) => page.getByRole('row').filter({ hasText: model });

test('To Ads puts a phone on the home page', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { model } = await newPhone(seller);
  await page.goto('/dashboard/user/products');
  await rowOf(page, model).getByRole('button', { name: 'To Ads' }).click();
  await expect(page.getByText('Advertisement Set Successful')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: model })).toBeVisible();
});

test('a phone is advertised once at a time', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { _id, model } = await newPhone(seller);
  await seller.call(advertise, { body: { uniqId: _id } });
  await page.goto('/dashboard/user/products');
  await expect(rowOf(page, model).getByText('Advertised', { exact: true })).toBeVisible();
  await rowOf(page, model).getByRole('button', { name: 'To Ads' }).click();
  await expect(page.getByText('Your Advertisement Already Set')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/user/products');
  await expectNoAxeFindings(page);
});

test('an advertisement can be ended and set again', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { _id, model } = await newPhone(seller);
  await seller.call(advertise, { body: { uniqId: _id } });
  await page.goto('/dashboard/user/products');
  await rowOf(page, model).getByRole('button', { name: 'End ad' }).press('Enter');
  await expect(page.getByText(`${model} is not advertised any more.`)).toBeVisible();
  await expect(rowOf(page, model).getByText('Advertised', { exact: true })).toHaveCount(0);
  // The button that was pressed is gone; the focus is on the one beside it.
  await expect(rowOf(page, model).getByRole('button', { name: 'To Ads' })).toBeFocused();
  await rowOf(page, model).getByRole('button', { name: 'To Ads' }).click();
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
