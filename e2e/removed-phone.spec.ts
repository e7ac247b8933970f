// A phone that is removed while its buyer is paying: both sides see at once what happened, and nothing was charged.
import { expect } from '@playwright/test';

import { getBooking } from '#contract/bookings.ts';
import { removeProduct } from '#contract/products.ts';

import { newPerson, newPhone, signUpAs } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { book } from './trade.ts';
import { test } from './test.ts';

test('a seller who deletes a phone that is held is told about the buyer first', async ({ page }) => {
  const seller = await signUpAs(page, { kind: 'Seller' });
  const [held, free] = [await newPhone(seller), await newPhone(seller)];
  const buyer = await newPerson({ kind: 'Buyer' });
  const bookingId = await book(buyer, held._id);
  await page.goto('/dashboard/user/products');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: `Delete ${free.model}` }).click();
  await expect.poll(() => questions).toEqual(['Are you Confirm Delete This Product']);
  // Its row leaves the list, and the other one moves up: a press at that moment may miss its button.
  await expect(page.getByRole('button', { name: `Delete ${free.model}` })).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${held.model}` }).click();
  await expect.poll(() => questions.length).toBe(2);
  expect(questions[1]).toMatch(/^Are you Confirm Delete This Product\n\nA buyer holds this phone until /);
  expect(questions[1]).toContain('Their booking ends, they are not charged');
  await expect
    .poll(async () => buyer.call(getBooking, { params: { _id: bookingId } }))
    .toMatchObject({ state: 'cancelled', endedBy: 'seller' });
});

test('the payment page is told that the phone was removed, and the order says why it ended', async ({
  page,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const bookingId = await book(buyer, phone._id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/dashboard/payment/${bookingId}`);
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await seller.call(removeProduct, { params: { _id: phone._id } });
  const ended = 'The seller removed this phone, so your booking has ended. You have not been charged.';
  await expect(page.getByRole('status').filter({ hasText: ended })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'See my orders' }).click();
  // Both pages have these words, so wait for the next one.
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expect(page.getByText(ended)).toBeVisible();
  await expect(page.getByRole('link', { name: 'TO Pay' })).toHaveCount(0);
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: `Delete the order of ${phone.model}` }).click();
  await expect(page.getByText(ended)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No orders yet')).toBeVisible();
});
