import { writeFile } from 'node:fs/promises';

import { type Page, type Route, expect } from '@playwright/test';
import sharp from 'sharp';

import { getProduct, listProducts } from '#contract/products.ts';

import { type Member, drawPicture, fillPhone, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

async function choosePhotos(page: Page, ...names: string[]): Promise<void> {
  const files = names.map(async (name) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await drawPicture(),
  }));
  await page.getByLabel('Photo').setInputFiles(await Promise.all(files));
}

async function list(page: Page, seller: Member) {
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  const [listed] = await seller.call(listProducts, { query: { email: seller.email } });
  return seller.call(getProduct, { params: { _id: listed?._id ?? '' } });
}

const chosen = (page: Page) => page.getByRole('list', { name: 'Pictures in their order' });

test('a phone is listed with nothing but the spec’s fields; a card shows what buyers will see', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  const model = unique('Own build');
  const done = page.getByRole('navigation', { name: 'Steps' }).getByText(', done');
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('link')).toHaveText([
    /What it is/,
    /How it is/,
    /Photos/,
    /Price and place/,
  ]);
  await expect(done).toHaveCount(0);
  await fillPhone(page, model);
  await choosePhotos(page, 'front.jpg');
  await expect(done).toHaveCount(4);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  for (const text of [model, '$420.50', 'Good Condition', 'Dhaka', seller.name])
    await expect(preview).toContainText(text);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
  await preview.getByRole('button', { name: 'Add its battery health' }).click();
  await expect(page.getByLabel('Battery health')).toBeFocused();
  await expect(preview.getByRole('button', { name: 'Show it from more than one side' })).toBeVisible();
  const product = await list(page, seller);
  expect(product).toMatchObject({ model, description: '', accessories: [] });
  expect(product.photos).toHaveLength(1);
  expect(product.storageGb).toBeUndefined();
});

test('three photos are put in order by keyboard and by mouse, and sent and shown in that order', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const uploads: Promise<{ data: { url: string } }>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/images')) uploads.push(response.json());
  });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  await choosePhotos(page, 'one.jpg', 'two.jpg', 'three.jpg');
  const rows = chosen(page).getByRole('listitem');
  await expect(rows).toHaveText([/one\.jpg/, /two\.jpg/, /three\.jpg/]);
  await page.getByRole('button', { name: 'Move up, picture 3' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/one\.jpg/, /three\.jpg/, /two\.jpg/]);
  await expect(page.getByText('is now at place 2 of 3.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move up, picture 2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/three\.jpg/, /one\.jpg/, /two\.jpg/]);
  await page.getByRole('button', { name: 'Move down, picture 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move down, picture 3' })).toBeFocused();
  await expect(rows).toHaveText([/three\.jpg/, /two\.jpg/, /one\.jpg/]);
  await expect(rows.getByText(/On the card|Ready/)).toHaveCount(3);
  await expectNoAxeFindings(page);
  await rows.nth(2).dragTo(rows.nth(0));
  await expect(rows).toHaveText([/one\.jpg/, /three\.jpg/, /two\.jpg/]);
  const product = await list(page, seller);
  // They are uploaded one after the other.
  const [one, two, three] = (await Promise.all(uploads)).map(({ data }) => data.url);
  expect(product.photos.map(({ url }) => url)).toEqual([one, three, two]);
  await page.goto(`/product/${product._id}`);
  const shown = page.locator('.gallery-link');
  await expect(shown).toHaveCount(3);
  for (const [place, { url }] of product.photos.entries())
    await expect(shown.nth(place)).toHaveAttribute('href', url);
  expect(product.image).toBe(product.photos[0]?.url);
});

test('a photo that is chosen twice is listed once, and a file that is not accepted is refused by its name', async ({
  page,
}, info) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  const front = info.outputPath('front.jpg');
  await writeFile(front, await drawPicture());
  await page.getByLabel('Photo').setInputFiles(front);
  await expectMoveThatDoesNothing(page);
  const rows = chosen(page).getByRole('listitem');
  for (const name of ['one.jpg', 'two.jpg']) {
    await page.getByLabel('Photo').setInputFiles(front);
    await choosePhotos(page, name);
    await expect(rows.filter({ hasText: name })).toHaveCount(1);
  }
  await expect(rows).toHaveText([/front\.jpg/, /one\.jpg/, /two\.jpg/]);
  // Once it is removed, it can be chosen again.
  await page.getByRole('button', { name: 'Move down, picture 1' }).click();
  await page.getByRole('button', { name: 'Remove, picture 2' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'picture' })).toHaveText(
    'The picture from place 2 was removed.',
  );
  await page.getByLabel('Photo').setInputFiles(front);
  await expect(rows).toHaveText([/one\.jpg/, /two\.jpg/, /front\.jpg/]);
  await expect(rows.getByText(/On the card|Ready/)).toHaveCount(3);
  const step = page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Photos' });
  await expect(step).toContainText('done');

  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/images') && sent.push(request.url()));
  const small = await sharp(await drawPicture())
    .resize(399, 600)
    .toBuffer();
  const file = { name: 'small.jpg', mimeType: 'image/jpeg', buffer: small };
  await page
    .getByLabel('Photo')
    .setInputFiles([file, { ...file, name: 'large.jpg', buffer: await drawPicture() }]);
  await expect(step).not.toContainText('done');
  await expect(rows.filter({ hasText: 'small.jpg' }).getByRole('alert')).toHaveText(
    'This photo is too small: its shorter side must have at least 400 pixels.',
  );
  await expect(rows.filter({ hasText: 'large.jpg' })).toContainText('Ready');
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  expect(sent).toHaveLength(1);
});

/** A button that moves nothing does not take the focus back later. */
async function expectMoveThatDoesNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Move up, picture 1' }).press('Enter');
  const model = page.getByLabel('Model');
  await model.click();
  await page.keyboard.type('Pixel');
  await expect(model).toHaveValue('Pixel');
  await expect(model).toBeFocused();
}

test('a phone is listed also if the browser cannot delete its draft', async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    };
  });
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  await choosePhotos(page, 'one.jpg');
  await list(page, seller);
  await expect(page).toHaveURL('/dashboard/user/products');
});

/** A place is a city of the list, chosen by keyboard or by mouse, or whatever else is typed. */
async function chooseCity(page: Page): Promise<void> {
  const place = page.getByRole('combobox', { name: 'Location' });
  await place.fill('chittag');
  await expect(page.getByRole('option', { name: 'Chittagong, Bangladesh' })).toBeVisible();
  await expectNoAxeFindings(page);
  await place.press('ArrowDown');
  await place.press('Enter');
  await expect(place).toHaveValue('Chittagong');
  await expect(page.getByRole('listbox', { name: 'Cities' })).toBeHidden();
  await expect(page.getByText('Buyers will see how far away the phone is')).toBeVisible();
  await expect(page.getByText('Product Add Successfully')).toBeHidden();
  await place.fill('Chittagong, Agrabad');
  await expect(page.getByText('Buyers will see how far away the phone is')).toBeHidden();
  await place.fill('chittag');
  await page.getByRole('option', { name: 'Chittagong, Bangladesh' }).click();
}

test('a photo that could not be sent can be sent again; photos that the server has deleted are sent again automatically', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const uploads: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/images')) uploads.push(response.url());
  });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  await choosePhotos(page, 'one.jpg');
  await expect(page.getByText('On the card')).toBeVisible();
  await page.route('**/api/images', (route) => route.abort());
  await choosePhotos(page, 'two.jpg');
  await expect(chosen(page).getByRole('alert')).toContainText('offline');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByLabel('Photo')).toBeFocused();
  await expect(page.getByLabel('Photo')).toHaveAttribute('aria-invalid', 'true');
  await page.unroute('**/api/images');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(chosen(page).getByText('Ready')).toBeVisible();
  // As after a day in which nothing used the photos: the server knows no such picture.
  await page.route('**/api/products', (route) => route.continue({ postData: withUnknownPhotos(route) }), {
    times: 1,
  });
  const product = await list(page, seller);
  expect(product.photos).toHaveLength(2);
  expect(uploads).toHaveLength(4);
});

const withUnknownPhotos = (route: Route) =>
  (route.request().postData() ?? '').replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64));

/** The call arrives; its answer does not. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test('a phone whose answer was lost is listed once', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  await choosePhotos(page, 'one.jpg');
  await page.route('**/api/products', loseAnswer, { times: 1 });
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible();
  await list(page, seller);
  expect(await seller.call(listProducts, { query: { email: seller.email } })).toHaveLength(1);
});

test('a listing that waits for its photos says so beside the button', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, unique('Pixel'));
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/images', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await choosePhotos(page, 'front.jpg', 'back.jpg');
  const waits = page.getByText('2 photos are still being sent.');
  await expect(chosen(page).getByRole('progressbar')).toHaveCount(2);
  await expect(waits).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(waits).toBeInViewport();
  goOn();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
});

test('a model of the catalogue limits storage sizes and colours, a place is a city of the list, and all facts are stored', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  await fillPhone(page, 'pixel 8 pro');
  await choosePhotos(page, 'front.jpg');
  const storage = page.getByLabel('Storage');
  await expect(storage.getByRole('option', { name: '16 GB' })).toHaveCount(0);
  await storage.selectOption('256 GB');
  await page.getByLabel('Colour').selectOption('Black');
  await page.getByLabel('Network lock').selectOption({ index: 1 });
  await page.getByLabel('Battery health').fill('101');
  await page.getByLabel('Cable').check();
  await page.getByLabel('Description').fill('One owner.\nAlways in a case.');
  await expect(page.getByText('28 of 2,000')).toBeVisible();
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('The battery health is at most 100 per cent')).toBeVisible();
  await page.getByLabel('Battery health').fill('87 %');
  await chooseCity(page);
  const product = await list(page, seller);
  expect(product).toMatchObject({
    deviceName: 'Google Pixel 8 Pro',
    storageGb: 256,
    colour: 'black',
    networkLock: 'unlocked',
    batteryHealth: 87,
    accessories: ['cable'],
    description: 'One owner.\nAlways in a case.',
    location: 'Chittagong',
    cityId: '1205733',
  });
});
