import { expect } from '@playwright/test';

import { bookProduct } from '#contract/bookings.ts';
import { editProduct } from '#contract/products-edit.ts';
import { getProduct } from '#contract/products.ts';

import { drawPicture, expectNoAxeFindings, newPerson, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';

test('a seller changes a phone; another window and a buyer do not lose them what is typed', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const phone = await newPhone(seller);
  const _id = phone._id;
  await page.goto('/dashboard/user/products');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.getByRole('link', { name: `Edit ${phone.model}` }).click();
  await expect(page.getByLabel('Selling price')).toHaveValue('420.5');
  await expect(page.getByLabel('Phone number')).toHaveValue('01711000000');
  await expectNoAxeFindings(page);
  // The place that the form has filled in opens no list of cities.
  expect(asked.filter((url) => url.includes('/api/cities'))).toEqual([]);

  await page.getByLabel('Selling price').fill('400');
  await page.getByLabel('Description').fill('A new battery.');
  await page.getByLabel('Photo').setInputFiles({
    name: 'back.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawPicture(),
  });
  await expect(page.getByRole('list', { name: 'Pictures in their order' }).getByText('Ready')).toBeVisible();
  await seller.call(editProduct, { params: { _id }, body: { sell: 410 } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('changed in another window');
  await expect(page.getByLabel('Description')).toHaveValue('A new battery.');
  await page.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/user/products');
  await expect(page.getByRole('row').filter({ hasText: phone.model })).toContainText('$400.00');
  const saved = await seller.call(getProduct, { params: { _id } });
  expect(saved).toMatchObject({ sell: 400, description: 'A new battery.', image: phone.image });
  expect(saved.photos).toHaveLength(2);

  await page.getByRole('link', { name: `Edit ${phone.model}` }).click();
  await page.getByLabel('Selling price').fill('390');
  const buyer = await newPerson({ kind: 'Buyer' });
  await buyer.call(bookProduct, {
    body: { productId: _id, userLocation: 'Banani', phone: '01711000000' },
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('A buyer holds this phone until');
  await expect(page.getByLabel('Selling price')).toHaveValue('390');
});
