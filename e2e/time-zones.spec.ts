// What people read in time zones that are a day apart.
import { type APIRequestContext, type Browser, expect } from '@playwright/test';

import { formatMoment } from '#contract/dates.ts';
import { confirmReceipt } from '#contract/orders-actions.ts';
import { getOrder } from '#contract/orders.ts';

import { holdPhone } from './card-form.ts';
import { type Account, newPerson, newPhone, signInAs } from './journey.ts';
import { standing } from './order-page.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

async function pageIn(browser: Browser, timezoneId: string, person: Account) {
  const page = await (await browser.newContext({ timezoneId, locale: 'en-US' })).newPage();
  await signInAs(page, person);
  return page;
}

/** In the page, whose browser may have other words for a zone than Node. */
const moment = (time: string): string =>
  new Date(time).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });

const hour = (time: string): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A new buyer's paid order, by its calls. */
async function paidOrder(request: APIRequestContext) {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId: _id, seller } = await holdPhone(buyer);
  await pay(request, buyer, _id);
  return { _id, buyer, seller };
}

test('receipts have the same date everywhere, and printed orders their year and time zone', async ({
  browser,
  request,
}) => {
  const { _id, buyer, seller } = await paidOrder(request);
  const { timeline, next } = await buyer.call(getOrder, { params: { _id } });
  const paidAt = timeline.find(({ state }) => state === 'paid')?.at ?? '';
  for (const [zone, person] of [
    ['Pacific/Kiritimati', buyer],
    ['America/Los_Angeles', seller],
  ] as const) {
    const page = await pageIn(browser, zone, person);
    await page.goto(`/dashboard/order/${_id}/receipt`);
    await expect(page.getByText(formatMoment(paidAt))).toBeVisible();
    await page.goto(`/dashboard/order/${_id}`);
    await page.emulateMedia({ media: 'print' });
    const words = await page.evaluate(moment, next.until ?? '');
    const printed = standing(page).locator('time');
    await expect(printed).toHaveAttribute('datetime', next.until ?? '');
    expect(await printed.evaluate((time) => getComputedStyle(time, '::before').content)).toBe(`"${words}"`);
    await expect(printed.locator('span')).toBeHidden();
  }
});

test('a notification’s text has its times in the reader’s zone, as the page has everywhere', async ({
  browser,
  request,
}) => {
  const { _id, buyer, seller } = await paidOrder(request);
  await buyer.call(confirmReceipt, { params: { _id }, body: {} });
  const { next } = await buyer.call(getOrder, { params: { _id } });
  const page = await pageIn(browser, 'Pacific/Kiritimati', seller);
  await page.goto('/dashboard/notifications');
  const text = page.getByText('You get the money when the buyer says that everything is fine');
  const shown = text.getByRole('time');
  await expect(shown).toBeVisible();
  const time = (await shown.getAttribute('datetime')) ?? '';
  expect(formatMoment(time)).toBe(formatMoment(next.until ?? ''));
  await expect(shown).toContainText(await page.evaluate(hour, time));
  await expect(text).not.toContainText('UTC');
});

test('the day on which a phone was listed is the reader’s', async ({ browser }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await newPhone(seller);
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    const page = await (await browser.newContext({ timezoneId: timeZone })).newPage();
    await page.goto(`/product/${_id}`);
    const listed = page
      .getByRole('term')
      .filter({ hasText: /^Listed$/ })
      .locator('xpath=following-sibling::dd[1]')
      .getByRole('time');
    const time = (await listed.getAttribute('datetime')) ?? '';
    const day = new Date(time).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone,
    });
    await expect(listed).toHaveAttribute('title', day);
  }
});
