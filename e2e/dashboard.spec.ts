import { type Page, expect } from '@playwright/test';

import { listProducts } from '#contract/products.ts';

import { holdPhone } from './card-form.ts';
import {
  afterRetries,
  demo,
  drawPicture,
  fillPhone,
  newPhone,
  signInAs,
  signUpAs,
  unique,
} from './journey.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

test('the dashboard redirects visitors to the login and remembers where they wanted to go', async ({
  page,
}) => {
  await page.goto('/dashboard/orders');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(demo.buyer.email);
  await page.getByLabel('Password').fill(demo.buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible();
});

for (const { who, account, links } of [
  { who: 'a buyer', account: demo.buyer, links: ['My Orders', 'Profile'] },
  {
    who: 'a seller',
    account: demo.seller,
    links: ['My Orders', 'Add Product', 'My Products', 'My Sales', 'Payouts', 'Profile'],
  },
  {
    who: 'an admin',
    account: demo.admin,
    links: [
      'My Orders',
      'All Products',
      'All Seller',
      'All Buyer',
      'Reported Item',
      'All Orders',
      'Pay Sellers',
      'Disputes',
      'Money',
      'Needs attention',
      'Profile',
    ],
  },
] as const) {
  test(`the drawer shows ${who} exactly their links`, async ({ page }) => {
    await signInAs(page, account);
    await page.goto('/dashboard');
    await expect(drawer(page).getByRole('link')).toHaveText([...links]);
  });
}

test('every page of sellers and admins refuses a buyer, with the reason and a link', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  for (const [path, words] of [
    ['user/products', 'This page is for sellers'],
    ['user', 'This page is for admins'],
    ['user/seller', 'This page is for admins'],
    ['products', 'This page is for admins'],
    ['reportedItem', 'This page is for admins'],
    ['attention', 'This page is for admins'],
    ['my-sales', 'This page is for sellers'],
    ['all-orders', 'This page is for admins'],
    ['addProduct', 'This page is for sellers'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expect(page, path).toHaveURL('/login');
    await expect(page.getByText(words), path).toBeVisible();
  }
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Go to my orders' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('an order shows what was booked and can be deleted, which frees the phone', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
  const phone = await holdPhone(buyer);
  await page.goto('/dashboard/orders');
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: phone.model });
  for (const fact of ['$420.50', 'Gulshan 2', phone.seller.name, 'left to pay']) {
    await expect(row).toContainText(fact);
  }
  await expectAccessible(page);
  const toPay = page
    .getByRole('region', { name: 'What needs doing' })
    .getByRole('link', { name: '1 phone to pay' });
  await expect(toPay).toHaveAttribute('href', `/dashboard/payment/${phone.bookingId}`);
  await expect(drawer(page).getByRole('link', { name: 'My Orders' })).toHaveAttribute('aria-current', 'page');
  await row.getByRole('link', { name: phone.model }).first().click();
  await expect(page).toHaveURL(`/product/${phone._id}`);
  await page.goBack();
  page.once('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(toPay).toHaveCount(0);
  const [freed] = await phone.seller.call(listProducts, { query: { email: phone.seller.email } });
  expect(freed?.state).toBe('live');
});

test('a page says that orders cannot be fetched, and fetches them again on request', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.route('**/api/bookedProduct?*', (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('alert')).toBeVisible(afterRetries);
  await page.unroute('**/api/bookedProduct?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);
});

const required = {
  Model: 'Please enter Phone model',
  Photo: 'Please Select Photo',
  Category: 'Please Select Category',
  'Phone number': 'Your Phone Number',
  Location: 'Enter Your City',
  'Buying price': 'tell Buying Price',
  'Selling price': 'Please Provide selling price',
  'Year of use': 'Please tell How Much used',
} as const;

async function fillProduct(page: Page, model: string): Promise<void> {
  await fillPhone(page, model);
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() });
}

/** Names of what the browser tells assistive technology to be wrong. */
async function calledWrong(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const wrong = nodes.filter(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'invalid' && value.value !== 'false'),
  );
  return wrong.map(({ name }) => name?.value);
}

test('Add Product calls nothing wrong at first, then everything that is missing, beside its hint', async ({
  page,
}) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  await page.goto('/dashboard/addProduct');
  const model = page.getByLabel('Model');
  const condition = page.getByLabel('Condition');
  await expect(page.getByLabel('Photo')).toBeVisible();
  expect(await calledWrong(page)).toEqual([]);
  await expect(page.getByLabel('Name')).toHaveAttribute('readonly');
  await expect(page.getByLabel('Email')).toHaveValue(seller.email);
  await expect(condition).toHaveValue('Fresh Condition');
  await expect(page.getByText('Looks and works like new.')).toBeVisible();
  await expect(model).toHaveAttribute('required');
  await expect(page.getByLabel('Photo')).toHaveAttribute('required');
  await expect(page.getByLabel('Battery health')).not.toHaveAttribute('required');
  await page.getByRole('button', { name: 'Add Product' }).click();
  for (const [label, message] of Object.entries(required)) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('Category')).toBeFocused();
  // Only the first is read aloud with its field.
  const { length: count } = Object.keys(required);
  const counted = (number: number) => page.getByText(`${number} fields need another look.`);
  await expect(counted(count)).toBeVisible();
  await page.getByLabel('Category').selectOption({ label: 'Google' });
  await expect(counted(count - 1)).toBeVisible();
  await expect(page.getByText('As the maker writes it')).toBeVisible();
  await expect(model).toHaveAccessibleDescription(/^Please enter Phone model As the maker writes it/);
  await condition.selectOption('Bad Condition');
  await expect(page.getByText('It switches on, charges and makes a call')).toBeVisible();
});

test('a category that is focused while its options are still loading stays focused', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  const loaded = Promise.withResolvers<void>();
  await page.route('**/api/category', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto('/dashboard/addProduct');
  await page.getByRole('button', { name: 'Add Product' }).click();
  const category = page.getByLabel('Category');
  await expect(category).toBeFocused();
  await expect(category.getByRole('option')).toHaveText('Loading the categories');
  loaded.resolve();
  await expect(category.getByRole('option', { name: 'Apple' })).toBeAttached();
  await expect(category).toBeFocused();
});

test('a seller lists a phone and finds it in their products', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const model = unique('Pixel');
  await page.goto('/dashboard/addProduct');
  await fillProduct(page, model);
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/user/products');
  const row = page.getByRole('row').filter({ hasText: model });
  for (const fact of ['$420.50', 'Good Condition', '2 years of use', 'For sale'])
    await expect(row).toContainText(fact);
  const [listed] = await seller.call(listProducts, { query: { email: seller.email } });
  expect(listed).toMatchObject({ model, buy: 799.99, sell: 420.5, location: 'Dhaka' });
});

test('a listing that fails keeps everything typed and points at what is wrong', async ({ page }) => {
  await signUpAs(page, { kind: 'Seller' });
  const model = unique('Pixel');
  await page.goto('/dashboard/addProduct');
  await fillProduct(page, model);
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('This file is not a picture.')).toBeVisible();
  await expect(page.getByLabel('Photo')).toBeFocused();
  await expect(page.getByLabel('Model')).toHaveValue(model);
  await fillProduct(page, model);
  await page.route('**/api/products', (route) => route.abort());
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByRole('alert')).toContainText('Ringback cannot be reached.');
  await page.unroute('**/api/products');
  // The form would not send this: the server refuses it, and the form shows the refusal.
  await page.route('**/api/products', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), location: '' } }),
  );
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Enter Your City')).toBeVisible();
  await expect(page.getByLabel('Location')).toBeFocused();
  await page.unroute('**/api/products');
  await page.getByLabel('Location').fill('Sylhet');
  await page.getByRole('button', { name: 'Add Product' }).click();
  await expect(page.getByText('Product Add Successfully')).toBeVisible();
});

test('a seller deletes a phone of their own', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const { model } = await newPhone(seller);
  await page.goto('/dashboard/user/products');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: `Delete ${model}` }).click();
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(page.getByText('Nothing for sale yet')).toBeVisible();
  expect(questions).toEqual(['Are you Confirm Delete This Product']);
});

test('if the roles of a person cannot be fetched, the dashboard and a guard say so and can try again', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Seller' });
  await page.route('**/api/users/seller/**', (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard/addProduct');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(afterRetries);
  await page.unroute('**/api/users/seller/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Add Product' })).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);

  await page.route('**/api/users/seller/**', (route) => route.abort());
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/users/seller/')) failed += 1;
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  // With a call still open, the clock below would end it.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // The call is retried three times before it counts as failed.
  for (const times of [1, 2, 3]) {
    await expect.poll(() => failed).toBeGreaterThanOrEqual(times);
    await page.clock.runFor(10_000);
  }
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/api/users/seller/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(drawer(page).getByRole('link', { name: 'My Products' })).toBeVisible();
});
