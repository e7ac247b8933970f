// The layout of the screen: what must not be cut off, and what must not leave gaps.
import { type Locator, expect } from '@playwright/test';

import { listCities } from '#contract/cities.ts';
import { listBookings } from '#contract/bookings.ts';

import { apiAs, boxOf, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

test('a place is not cut by its distance and date', async ({ page }) => {
  const [city] = await (await apiAs(demo.buyer)).call(listCities, { query: { q: 'Khulna' } });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/search?q=galaxy&near=${city?._id}`);
  const card = page.getByRole('article').filter({ hasText: '8,651 km' }).first();
  await expect(card).toContainText('Madrid · ≈ 8,651 km');
  expect(await isCut(card.getByText('Madrid', { exact: true }))).toBe(false);
  // On a narrow card a longer place is cut, so that the distance stays within the card.
  await page.setViewportSize({ width: 360, height: 740 });
  const far = page.getByRole('article').filter({ hasText: '8,104 km' }).first();
  await expect(far).toContainText('Manchester · ≈ 8,104 km');
  expect(await isCut(far)).toBe(false);
});

test('suggestions that differ in their last word can be told apart on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/blog');
  await page.getByRole('search').getByLabel('Search phones').pressSequentially('galaxy s23 u');
  const option = page.getByRole('option', { name: 'Samsung Galaxy S23 Ultra' });
  await expect(option).toContainText('for sale');
  expect(await isCut(option.getByText('Samsung Galaxy S23 Ultra'))).toBe(false);
});

test('an order leaves no gap beside a short state, and the links of the navbar stand beside the bell', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const buyer = await signInAs(page, demo.buyer);
  const bookings = await buyer.call(listBookings, { query: { userEmail: buyer.email } });
  const done = bookings.find(({ orderState }) => orderState === 'completed');
  await page.goto(`/dashboard/order/${done?.orderId}`);
  const state = await boxOf(page.getByRole('region', { name: 'Where this order stands' }));
  const seller = await boxOf(page.getByRole('region', { name: 'The seller' }));
  expect(state.y).toBe(seller.y);
  expect(state.height).toBe(seller.height);
  const dashboard = await boxOf(page.getByRole('link', { name: 'Dashboard' }));
  const bell = await boxOf(page.getByRole('link', { name: /notifications/i }));
  expect(bell.x - dashboard.x - dashboard.width).toBeLessThan(24);
});

test('a short name of a phone stands beside its picture, and an order’s number in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await signUpAs(page, { kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer', name: 'Al' });
  const { _id } = await newPhone(seller, { model: 'G6' });
  await pay(page.request, buyer, await book(buyer, _id));
  await page.goto('/dashboard/my-sales');
  const row = page.getByRole('row').filter({ hasText: 'To Al' });
  const picture = await boxOf(row.locator('img'));
  expect((await boxOf(row.getByText('G6', { exact: true }))).x).toBeGreaterThan(picture.x + picture.width);
  await row.getByRole('link', { name: 'Open the order' }).click();
  const number = page.getByText(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
  await expect(number).toBeVisible();
  expect(await number.evaluate((shown) => shown.getClientRects().length)).toBe(1);
});

test('a name in a list is as large a target as a finger needs', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const seller = await newPerson({ kind: 'Seller' });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/user/seller?search=${encodeURIComponent(seller.email)}`);
  const name = page.getByRole('link', { name: seller.name });
  // Not at the edge of the screen, where a part of the target would be outside.
  await name.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  await expect(name).toBeInViewport();
  const isHit = (shift: number) =>
    name.evaluate((link, by) => {
      const { left, top, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + height / 2 + by) === link;
    }, shift);
  expect(await Promise.all([-21, 0, 21].map(isHit))).toEqual([true, true, true]);
});
