// Implausible values are questioned or refused on the page; the server still accepts what it always accepted.
import { expect } from '@playwright/test';

import { listProducts } from '#contract/products.ts';

import { drawPicture, fillPhone, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

test('unusual prices and years are questioned, but accepted', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  const dear = page.getByText('This is more than it cost new. Is that right?');
  const long = page.getByText('Years go from 0 to 25, in halves. Is that right?');
  await expect(dear).toHaveCount(0);
  await page.getByLabel('Selling price').fill('900');
  await expect(dear).toBeVisible();
  await page.getByLabel('Year of use').fill('1.5');
  await expect(long).toHaveCount(0);
  await page.getByLabel('Year of use').fill('30');
  await expect(long).toBeVisible();
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
  const file = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Photo').setInputFiles(file);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  const [listed] = await seller.call(listProducts, { query: { email: seller.email } });
  expect(listed).toMatchObject({ sell: 900, useYear: '30' });
});

test('the model may be typed before its category; a number and a place are refused where nobody could use them', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  const controls = page
    .getByRole('main')
    .locator('form')
    .getByRole('combobox')
    .or(page.getByRole('textbox', { name: 'Model' }));
  await expect(controls.first()).toHaveAccessibleName('Category');
  await page.getByLabel('Model').fill('Pixel 8 Pro');
  await page.getByLabel('Category').selectOption({ label: 'Google' });
  // The catalogue recognises it now: only its sizes are offered.
  await expect(page.getByLabel('Storage').getByRole('option', { name: '64 GB', exact: true })).toHaveCount(0);
  await expect(page.getByLabel('Storage').getByRole('option', { name: '256 GB' })).toHaveCount(1);
  await expect(page.getByLabel('Model')).toHaveValue('Pixel 8 Pro');

  await fillPhone(page, unique('Pixel'));
  await page.getByLabel('Phone number').fill('12345');
  await page.getByLabel('Location').fill('X');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('A phone number has at least 6 digits')).toBeVisible();
  await expect(page.getByText('A place has at least 2 letters')).toBeVisible();
  await page.getByLabel('Phone number').fill('');
  await page.getByLabel('Location').fill('');
  await expect(page.getByText('Your Phone Number')).toBeVisible();
  await expect(page.getByText('Enter Your City')).toBeVisible();
});

test('a price of five digits is read whole beside the phones', async ({ page }) => {
  await page.goto('/search');
  const field = page.getByLabel('To price in dollars');
  await field.fill('99999.99');
  await field.hover();
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
});
