// What is on paper, beside the lists and receipts that their own pages test.
import { expect } from '@playwright/test';

import { holdPhone } from './card-form.ts';
import { newPerson, newPhone, signUpAs } from './journey.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

test('a page with an open dialog is printed, and not the dialog', async ({ page }) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/product/${phone._id}`);
  await page
    .getByRole('button', { name: /^Book Now/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(dialog).toBeVisible();
});

test('on paper, states begin where the other lines of their cell do', async ({ page }) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const { bookingId, model } = await holdPhone(buyer);
  await pay(page.request, buyer, bookingId);
  await page.goto('/dashboard');
  const state = page.getByRole('row').filter({ hasText: model }).getByText('Paid', { exact: true });
  await expect(state).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(state).toHaveCSS('padding-left', '0px');
});

test('on paper, the heading of other phones is on the page of these phones', async ({ page }) => {
  await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto('/search?q=qqzzxxw');
  const heading = page.getByRole('heading', { name: 'Other phones' });
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(heading.locator('..')).toHaveCSS('break-after', 'avoid');
});
