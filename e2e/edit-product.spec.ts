import { type Page, expect } from '@playwright/test';

import { bookProduct, removeBooking } from '#contract/bookings.ts';
import { editProduct } from '#contract/products-edit.ts';
import { getProduct, listCategories, listDevices, removeProduct } from '#contract/products.ts';

import {
  type Member,
  drawPicture,
  endSession,
  newPerson,
  newPhone,
  pressIfThere,
  signUpAs,
} from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { expectNothingStored, expectStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('a seller changes a phone; another window, a buyer and a deletion do not lose them what is typed', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const phone = await newPhone(seller);
  const _id = phone._id;
  await page.goto('/dashboard/user/products');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.getByRole('link', { name: `Edit ${phone.model}` }).click();
  await expect(page.getByLabel('Selling price')).toHaveValue('420.50');
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
  await page.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('changed in another window');
  // The button that was pressed is gone; Tab leads to the ones in its place.
  await expect(page.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save mine instead' })).toBeFocused();
  await expect(page.getByLabel('Description')).toHaveValue('A new battery.');
  await page.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/user/products');
  await expect(page.getByRole('row').filter({ hasText: phone.model })).toContainText('$400.00');
  const saved = await seller.call(getProduct, { params: { _id } });
  expect(saved).toMatchObject({ sell: 400, description: 'A new battery.', image: phone.image });
  expect(saved.photos).toHaveLength(2);

  await page.getByRole('link', { name: `Edit ${phone.model}` }).click();
  await holdWhileTyping(page, _id);
  await removeWhileTyping(page, seller, _id);
});

/** The form says that a buyer holds the phone, until the hold has ended. */
async function holdWhileTyping(page: Page, productId: string): Promise<void> {
  const note = page.getByRole('status').filter({ hasText: 'A buyer holds this phone until' });
  const buyer = await newPerson({ kind: 'Buyer' });
  await page.getByLabel('Selling price').fill('390');
  // Only the text of a region that was there before is read aloud.
  await expect(page.locator('form > :first-child').getByRole('status')).toBeEmpty();
  const { insertedId } = await buyer.call(bookProduct, {
    body: { productId, userLocation: 'Banani', phone: '01711000000' },
  });
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('A buyer holds this phone until');
  await expect(page.getByLabel('Selling price')).toHaveValue('390');
  await buyer.call(removeBooking, { query: { id: insertedId } });
  await expect(note).toBeHidden();
  await expect(page.getByLabel('Selling price')).toHaveValue('390');
}

/** Changes of a phone that was deleted in another window are refused in words that say so. */
async function removeWhileTyping(page: Page, seller: Member, _id: string): Promise<void> {
  await page.getByLabel('Description').fill('A newer battery.');
  await seller.call(removeProduct, { params: { _id } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This phone was removed and cannot be changed any more',
  );
  await expect(page.getByLabel('Description')).toHaveValue('A newer battery.');
}

test('changes stay after the session ends and after a reload, until they are saved or discarded', async ({
  page,
  context,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { _id } = await newPhone(seller);
  const address = `/dashboard/edit-product/${_id}`;
  await page.goto(address);
  await page.getByLabel('Selling price').fill('400');
  await page.getByLabel('Description').fill('A new battery.');
  await page.getByLabel('Charger').check();
  await page.getByLabel('Photo').setInputFiles({
    name: 'back.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawPicture(),
  });
  await expect(page.getByText('Ready')).toBeVisible();
  await page.getByRole('button', { name: 'Move up, picture 2' }).click();
  await expectStored(page, '"order":[null,');
  await endSession(page, context);
  await pressIfThere(page.getByRole('button', { name: 'Save changes' }));
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password').fill(seller.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(address);
  await expectChanges(page);

  // A draft does not undo what somebody else has changed meanwhile.
  await seller.call(editProduct, { params: { _id }, body: { useYear: '3' } });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expectChanges(page);
  await expect(page.getByLabel('Year of use')).toHaveValue('3');
  await expectNoAxeFindings(page);
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  const startOver = page.getByRole('button', { name: 'Start over' });
  await startOver.click();
  expect(questions).toEqual([expect.stringContaining('Your changes are deleted')]);
  await expectChanges(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await startOver.click();
  await expect(page.getByLabel('Selling price')).toHaveValue('420.50');
  await expect(page.locator(':focus')).toHaveCount(1);
  await page.getByLabel('Selling price').fill('390');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard/user/products');
  await expectNothingStored(page);
  await page.goto(address);
  await expect(page.getByLabel('Selling price')).toHaveValue('420.50');
  await page.getByLabel('Selling price').fill('380');
  const asked = page.waitForEvent('dialog');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await asked).message()).toContain('What you have entered is deleted');
  await expect(page).toHaveURL('/login');
  // They know why they are here.
  await expect(page.getByText('New to Ringback?')).toHaveText('New to Ringback? Sign up');
});

test('a colour and a size that the catalogue does not know of this model stay', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const [category] = await seller.call(listCategories);
  const categoryId = category?._id ?? '';
  const devices = await seller.call(listDevices, { query: { categoryId } });
  const device = devices.find((each) => each.colours.length > 0 && !each.colours.includes('pink'));
  const facts = { deviceId: device?._id, colour: 'pink', storageGb: 2048 } as const;
  const { _id } = await newPhone(seller, { categoryId, model: device?.name ?? '', ...facts });
  await page.goto(`/dashboard/edit-product/${_id}`);
  await page.getByLabel('Selling price').fill('400');
  await expect(page.getByLabel('Colour')).toHaveValue('pink');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL('/dashboard/user/products');
  expect(await seller.call(getProduct, { params: { _id } })).toMatchObject({
    sell: 400,
    colour: 'pink',
    storageGb: 2048,
  });
});

test('a phone that was deleted, and one of another seller, lead back to My Products', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const deleted = await newPhone(seller);
  const others = await newPhone(await newPerson({ kind: 'Seller' }));
  await seller.call(removeProduct, { params: { _id: deleted._id } });
  for (const { _id } of [deleted, others]) {
    await page.goto(`/dashboard/edit-product/${_id}`);
    await expect(page.getByText('No such phone', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to My Products' }).click();
    await expect(page).toHaveURL('/dashboard/user/products');
  }
});

async function expectChanges(page: Page): Promise<void> {
  await expect(page.getByText('Your changes are here again.')).toBeVisible();
  await expect(page.getByLabel('Selling price')).toHaveValue('400');
  await expect(page.getByLabel('Description')).toHaveValue('A new battery.');
  await expect(page.getByLabel('Charger')).toBeChecked();
  const pictures = page.getByRole('list', { name: 'Pictures in their order' }).getByRole('listitem');
  await expect(pictures).toHaveCount(2);
  // The new one was moved to the first place.
  await expect(pictures.first()).toHaveText(/back\.jpg\s*On the card/);
}
