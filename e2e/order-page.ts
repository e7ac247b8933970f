/** The order's page, as its two sides use it. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';

import { confirmReceipt, reportProblem } from '#contract/orders-actions.ts';

import { holdPhone } from './card-form.ts';
import { drawPicture, type Member, signUpAs } from './journey.ts';
import { pay } from './trade.ts';

/** Another person's page, in a separate browser context. */
export const anotherBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext()).newPage();

/** The large text about the order's state. */
export const standing = (page: Page): Locator =>
  page.getByRole('region', { name: 'Where this order stands' });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens an action's dialog by its button in the list "What you can do". */
export const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name: 'What you can do' }).getByRole('button', { name, exact: true }).click();

/** Confirms the open dialog. */
export const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** A closing dialog goes back one history entry, which would cancel a navigation that starts meanwhile. */
export async function untilClosed(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => (history.state as { layers?: string[] }).layers ?? []))
    .toEqual([]);
}

/** All photos of a form have been sent. They go one after the other, so each has a limit of its own. */
export async function expectReady(form: Locator, count: number): Promise<void> {
  const ready = form.getByText('Ready');
  for (let place = 0; place < count; place += 1) await expect(ready.nth(place)).toBeVisible();
  await expect(ready).toHaveCount(count);
}

/** `count` photos, to be chosen in a form. */
export const photos = async (count: number) => {
  const buffer = await drawPicture();
  return Array.from({ length: count }, (_, place) => ({
    name: `photo-${place + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
};

/** A phone that a buyer, signed in on this page, has paid for. */
export async function paidOrder(page: Page) {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await holdPhone(buyer);
  await pay(page.request, buyer, phone.bookingId);
  return { ...phone, buyer, orderId: phone.bookingId };
}

/** A phone that a buyer, signed in on this page, has paid for and received. */
export async function receivedPhone(page: Page) {
  const order = await paidOrder(page);
  await order.buyer.call(confirmReceipt, { params: { _id: order.orderId }, body: undefined });
  return order;
}

/** Reports a problem with it. */
export const report = (buyer: Member, _id: string) =>
  buyer.call(reportProblem, {
    params: { _id },
    body: { reason: 'does-not-work', text: 'It turns itself off.' },
  });
