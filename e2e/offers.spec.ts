// Offers that are replaced while the other side is answering them.
import { expect } from '@playwright/test';

import { confirmReceipt, makeOffer, reportProblem } from '#contract/orders-actions.ts';

import { holdPhone } from './card-form.ts';
import { newPerson, signInAs } from './journey.ts';
import { choose, confirm, dialog, standing } from './order-page.ts';
import { test } from './test.ts';
import { pay } from './trade.ts';

test('an offer that was replaced is not accepted by mistake, and the newer one can be', async ({ page }) => {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { bookingId: _id, seller } = await holdPhone(buyer);
  await pay(page.request, buyer, _id);
  const params = { _id };
  await buyer.call(confirmReceipt, { params, body: undefined });
  await buyer.call(reportProblem, { params, body: { reason: 'does-not-work', text: 'It is dead.' } });
  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 40 } });
  await signInAs(page, seller);
  await page.goto(`/dashboard/order/${_id}`);
  await choose(page, 'Accept the offer');
  await expect(dialog(page)).toContainText('$40.00 goes back');
  await buyer.call(makeOffer, { params, body: { kind: 'part', amount: 60 } });
  await expect(dialog(page)).toContainText('$60.00 goes back');
  await confirm(page, 'Accept the offer');
  await expect(dialog(page)).toContainText('A newer offer has replaced the one that you answered.');
  await confirm(page, 'Accept the offer');
  await expect(standing(page).getByRole('heading')).toHaveText('Completed');
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('$60.00');
});
