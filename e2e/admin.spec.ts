import { type Locator, type Page, expect, test } from '@playwright/test';

import { reportProduct } from '#contract/reports.ts';

import { demo, expectNoAxeFindings, newPerson, newPhone, signInAs } from './journey.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Presses a button and answers the browser's question; returns what it asked. */
async function pressAnd(answer: 'accept' | 'dismiss', button: Locator): Promise<string> {
  const asked = button.page().waitForEvent('dialog');
  const pressed = button.click();
  const dialog = await asked;
  await dialog[answer]();
  await pressed;
  return dialog.message();
}

test('an admin verifies a seller, and Verify becomes Verified', async ({ page }) => {
  await signInAs(page, demo.admin);
  const seller = await newPerson({ kind: 'Seller' });
  await page.goto('/dashboard/user/seller');
  await expect(page.getByRole('heading', { name: 'All Seller', level: 1 })).toBeVisible();
  const row = rowOf(page, seller.email);
  const verify = row.getByRole('button', { name: 'Verify' });
  expect(await pressAnd('dismiss', verify)).toBe('Are Want To Verify This Seller');
  await expect(verify).toBeEnabled();
  await pressAnd('accept', verify);
  await expect(page.getByText('Verify Admin Successful')).toBeVisible();
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(verify).toHaveCount(0);
  await expectNoAxeFindings(page);
});

for (const { kind, path, title } of [
  { kind: 'Buyer', path: '/dashboard/user', title: 'All Buyer' },
  { kind: 'Seller', path: '/dashboard/user/seller', title: 'All Seller' },
] as const) {
  test(`an admin deletes a ${kind.toLowerCase()}`, async ({ page }) => {
    await signInAs(page, demo.admin);
    const person = await newPerson({ kind });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    const row = rowOf(page, person.email);
    const remove = row.getByRole('button', { name: 'Delete' });
    expect(await pressAnd('dismiss', remove)).toBe('Are you Confirm Delete This User');
    await expect(row).toBeVisible();
    await pressAnd('accept', remove);
    await expect(page.getByText('Delete successfully')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
}

test('an admin deletes any phone', async ({ page }) => {
  await signInAs(page, demo.admin);
  const seller = await newPerson({ kind: 'Seller' });
  const { model } = await newPhone(seller);
  await page.goto('/dashboard/products');
  await expect(page.getByRole('heading', { name: 'All Products', level: 1 })).toBeVisible();
  const row = rowOf(page, model);
  await expect(row).toContainText(seller.email);
  const question = await pressAnd('accept', row.getByRole('button', { name: 'Delete' }));
  expect(question).toBe('Are you Confirm Delete This Product');
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('more of a long list is shown on request', async ({ page }) => {
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/products');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(49);
});

test('an admin reads a report with both sides and removes the phone', async ({ page }) => {
  await signInAs(page, demo.admin);
  const seller = await newPerson({ kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer' });
  const { _id, model } = await newPhone(seller);
  await buyer.call(reportProduct, { body: { productId: _id, problem: 'The photo is not of this phone.' } });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Reported Item' }).click();
  await expect(page.getByRole('heading', { name: 'Reported Product', level: 1 })).toBeVisible();
  const row = rowOf(page, model);
  for (const fact of [
    'The photo is not of this phone.',
    seller.name,
    seller.email,
    buyer.name,
    buyer.email,
  ]) {
    await expect(row).toContainText(fact);
  }
  await expectNoAxeFindings(page);
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const wider = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wider, `the table at ${width} pixels`).toBe(0);
  }
  const question = await pressAnd('accept', row.getByRole('button', { name: 'Delete' }));
  expect(question).toBe('This Product Will Permanently Delete');
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'All Products' }).click();
  await expect(page.getByRole('heading', { name: 'All Products', level: 1 })).toBeVisible();
  await expect(rowOf(page, model).getByText('For sale')).toHaveCount(0);
});
