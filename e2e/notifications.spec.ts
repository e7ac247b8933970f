// Notifications: the bell, the page Notifications, and mail that can be turned off.
import { type Page, expect } from '@playwright/test';

import { removeProduct } from '#contract/products.ts';
import { mailTo } from '#testing/mailbox.ts';

import { holdPhone } from './card-form.ts';
import { signUpAs } from './journey.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** The seller removes the phone. @returns the title of the buyer's notification */
async function endBooking({ _id, model, seller }: Awaited<ReturnType<typeof holdPhone>>): Promise<string> {
  await seller.call(removeProduct, { params: { _id } });
  return `Your booking of the ${model} has ended`;
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

test('the bell counts what is unread by itself, on a public page, too, and reading it empties the count', async ({
  page,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const [phone, other] = [await holdPhone(buyer), await holdPhone(buyer)];
  await page.goto('/dashboard/notifications');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  const title = await endBooking(phone);
  const row = page.getByRole('article', { name: title });
  await expect(row).toContainText('You have not been charged');
  await expect(row.getByText('New')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  const spoken = page.locator('header [aria-live=polite]');
  await expect(spoken).toHaveText('New notification, 1 unread');
  await expectAccessible(page);
  // Read without their row, both say which notification they belong to.
  await expect(row.getByRole('link', { name: `: ${title}` })).toBeVisible();
  await row.getByRole('button', { name: `Mark as read: ${title}` }).press('Enter');
  await expect(row.getByText('New')).toBeHidden();
  await expect(row).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  // Until the number is read, the bell shows none.
  const counted = page.waitForResponse('**/api/notifications/unread');
  await page.reload();
  await (await counted).finished();
  await expect(row).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(spoken).toHaveText('');

  const listening = page.waitForResponse('**/api/events');
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await listening;
  const next = page.getByRole('article', { name: await endBooking(other) });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expect(next.getByText('New')).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(next.getByText('New')).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a mail can be turned off from its own link, and on again among the preferences', async ({
  page,
  baseURL,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const title = await endBooking(await holdPhone(buyer));
  const { text } = await mailTo(baseURL ?? '', buyer.email, title);
  const link = /Turn this mail off: (\S+)/.exec(text)?.[1] ?? '';
  await page.goto(link);
  await expect(page.getByText('“A phone that you booked was removed”')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Turn it off' }).press('Enter');
  // Whether the page Notifications shows it is another choice, which may be off as well.
  await expect(page.getByRole('status')).toHaveText(
    'You get no more mail about “A phone that you booked was removed”. Nothing else changes.',
  );
  await expect(page.getByRole('status')).toBeFocused();
  await page.reload();
  await expect(
    page.getByText('You get no more mail about “A phone that you booked was removed”'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn it off' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  const byMail = page.getByRole('checkbox', { name: 'A phone that you booked was removed: by mail' });
  await expect(byMail).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  // The box changes within the press, not a moment later.
  expect(await byMail.evaluate((box: HTMLInputElement) => (box.click(), box.checked))).toBe(true);
  await saved;
  await page.reload();
  await expect(byMail).toBeChecked();
});

test('the settings below the list are one press away from its top', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/dashboard/notifications');
  const heading = page.getByRole('heading', { name: 'Notification settings' });
  const first = page.getByRole('checkbox').first();
  await expect(first).not.toBeInViewport();
  await page.getByRole('link', { name: 'Settings' }).press('Enter');
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
});
