import { expect } from '@playwright/test';

import { getProduct, listProducts } from '#contract/products.ts';

import { drawPicture, fillPhone, signUpAs, unique } from './journey.ts';
import { expectNothingStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('a photo that is taken out while it is being sent keeps neither the others nor the form waiting', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  // The first upload gets no answer.
  await page.route('**/api/images', () => undefined, { times: 1 });
  const isBeingSent = page.waitForRequest('**/api/images');
  await page.getByLabel('Photo').setInputFiles([await fileOf('stuck.jpg'), await fileOf('good.jpg')]);
  await isBeingSent;
  await page.getByRole('button', { name: 'Remove, picture 1' }).click();
  const chosen = page.getByRole('list', { name: 'Pictures in their order' });
  await expect(chosen).toContainText('good.jpg');
  await expect(chosen.getByText('On the card')).toBeVisible();

  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  const [listed] = await seller.call(listProducts, { query: { email: seller.email } });
  const { photos } = await seller.call(getProduct, { params: { _id: listed?._id ?? '' } });
  expect(photos).toHaveLength(1);
});

test('after a photo is removed by keyboard, the focus is on the button of the next one, and at last on the field', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  const field = page.getByLabel('Photo');
  await field.setInputFiles([await fileOf('one.jpg'), await fileOf('two.jpg'), await fileOf('three.jpg')]);
  const rows = page.getByRole('list', { name: 'Pictures in their order' }).getByRole('listitem');
  await rows.nth(1).getByRole('button', { name: 'Remove, picture 2' }).press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('three.jpg');
  await expect(page.getByRole('button', { name: 'Remove, picture 2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove, picture 1' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows).toHaveCount(0);
  await expect(field).toBeFocused();
});

async function fileOf(name: string) {
  return { name, mimeType: 'image/jpeg', buffer: await drawPicture() };
}

test('whoever leaves the page while photos are being sent lists nothing and stays where they went', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const uploads: string[] = [];
  await page.route('**/api/images', async (route) => {
    uploads.push(route.request().method());
    await mayGoOn;
    await route.continue();
  });
  await page.getByLabel('Photo').setInputFiles([await fileOf('one.jpg'), await fileOf('two.jpg')]);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('2 photos are still being sent.')).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  const isAborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/images'));
  await page.getByRole('link', { name: 'My Sales' }).click();
  await expect(page.getByRole('heading', { name: 'My Sales' })).toBeVisible();
  await isAborted;
  goOn();
  await page.getByRole('link', { name: 'Add Product' }).click();
  // Only the page that is open sends the photos of its draft.
  const chosen = page.getByRole('list', { name: 'Pictures in their order' });
  await expect(chosen.getByText('On the card')).toBeVisible();
  await expect(chosen.getByText('Ready')).toBeVisible();
  expect(uploads).toHaveLength(3);
  expect(await seller.call(listProducts, { query: { email: seller.email } })).toEqual([]);
});

test('a person who leaves the page while the phone is being listed is notified and stays where they went', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  await page.getByLabel('Photo').setInputFiles([await fileOf('one.jpg')]);
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/products', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  const isBeingSent = page.waitForRequest('**/api/products');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await isBeingSent;
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'My Sales' }).click();
  await expect(page.getByRole('heading', { name: 'My Sales' })).toBeVisible();
  goOn();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  await expectNothingStored(page);
  await expect(page).toHaveURL('/dashboard/my-sales');
  // What would come next if it called them back.
  await page.getByRole('link', { name: 'Payouts' }).click();
  await expect(page).toHaveURL('/dashboard/payouts');
});
