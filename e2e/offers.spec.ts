// Offers and decisions that are replaced while somebody is answering them or writing another one.
import { type Page, expect } from '@playwright/test';

import {
  confirmReceipt,
  decideOrder,
  makeOffer,
  refuseProblem,
  reportProblem,
} from '#contract/orders-actions.ts';
import { getOrder } from '#contract/orders.ts';

import { holdPhone } from './card-form.ts';
import { type Account, type Member, apiAs, demo, newPerson, signInAs } from './journey.ts';
import { choose, confirm, dialog, standing } from './order-page.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

/** A dispute that the buyer has opened. */
async function openDispute(page: Page) {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId: _id, seller } = await holdPhone(buyer);
  await pay(page.request, buyer, _id);
  const params = { _id };
  await buyer.call(confirmReceipt, { params, body: undefined });
  await buyer.call(reportProblem, { params, body: { reason: 'does-not-work', text: 'It is dead.' } });
  return { buyer, seller, _id, params };
}

/** The seller writes an offer of $200. */
async function beginOffer(page: Page, seller: Account, _id: string): Promise<void> {
  await signInAs(page, seller);
  await page.goto(`/dashboard/order/${_id}`);
  await choose(page, 'Make an offer');
  await dialog(page).getByLabel('Amount in dollars').fill('200');
}

test('offers that cross replace one another only when sent again, and one that was replaced is not accepted by mistake', async ({
  page,
}) => {
  const { buyer, seller, _id, params } = await openDispute(page);
  await beginOffer(page, seller, _id);
  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 40 } });
  await confirm(page, 'Make an offer');
  await expect(dialog(page)).toContainText('The other side has made an offer meanwhile: $40.00 goes back');
  await expect(dialog(page).getByLabel('Amount in dollars')).toHaveValue('200');
  await confirm(page, 'Make an offer');
  await expect(dialog(page)).toHaveCount(0);
  const { dispute } = await buyer.call(getOrder, { params });
  expect(dispute?.offer).toMatchObject({ by: 'seller', amountCents: 200_00 });

  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 40 } });
  await choose(page, 'Accept the offer');
  await expect(dialog(page)).toContainText('$40.00 goes back');
  await acceptNewerOffer(page, buyer, params);
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('$60.00');
});

/** The offer is replaced while its dialog is open: the first press is refused, the second one accepts the new one. */
async function acceptNewerOffer(page: Page, buyer: Member, params: { _id: string }): Promise<void> {
  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 60 } });
  await expect(dialog(page)).toContainText('$60.00 goes back');
  await confirm(page, 'Accept the offer');
  await expect(dialog(page)).toContainText('A newer offer has replaced the one that you answered.');
  await confirm(page, 'Accept the offer');
  await expect(standing(page).getByRole('heading')).toHaveText('Completed');
}

test('an offer that arrives after a failed press is neither replaced nor accepted unseen', async ({
  page,
}) => {
  const { buyer, seller, _id, params } = await openDispute(page);
  await beginOffer(page, seller, _id);
  await page.route(`**/orders/${_id}/offer`, (route) => route.abort(), { times: 1 });
  await confirm(page, 'Make an offer');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 40 } });
  await expect(page.getByText('$40.00 goes back').first()).toBeVisible();
  await confirm(page, 'Make an offer');
  await expect(dialog(page)).toContainText('The other side has made an offer meanwhile: $40.00 goes back');

  await page.keyboard.press('Escape');
  await choose(page, 'Accept the offer');
  await page.route(`**/orders/${_id}/accept-offer`, (route) => route.abort(), { times: 1 });
  await confirm(page, 'Accept the offer');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await acceptNewerOffer(page, buyer, params);
});

test('after a failed press, a decision does not replace the one of another admin unseen', async ({
  page,
}) => {
  const { seller, _id, params } = await openDispute(page);
  await seller.call(refuseProblem, { params, body: { text: 'It works', photos: [] } });
  await signInAs(page, demo.admin);
  await page.goto(`/dashboard/order/${_id}`);
  await choose(page, 'Decide');
  await dialog(page).getByLabel('The seller is paid').check();
  await dialog(page).getByLabel('Both sides agreed').check();
  await dialog(page).getByLabel('Explanation').fill('It works');
  await page.route(`**/orders/${_id}/decide`, (route) => route.abort(), { times: 1 });
  await confirm(page, 'Decide');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  const other = await apiAs(demo.admin);
  const body = { outcome: 'return', reason: 'agreement', words: 'It goes back' } as const;
  await other.call(decideOrder, { params, body });
  await expect(page.getByText('Being returned').first()).toBeVisible();
  await confirm(page, 'Decide');
  await expect(dialog(page).getByRole('alert')).toContainText('The order is now: Being returned');
  await confirm(page, 'Decide');
  await expect(standing(page).getByRole('heading')).toHaveText('Completed');
});
