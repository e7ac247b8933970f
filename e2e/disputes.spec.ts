// A problem with a phone: both sides' statements and offers, and the return.
import { type Locator, expect } from '@playwright/test';

import {
  acceptOffer,
  askToCancel,
  confirmReceipt,
  makeOffer,
  withdrawCancellation,
} from '#contract/orders-actions.ts';
import { answerChargeback, listChargebacks } from '#contract/payments-chargebacks.ts';

import { holdPhone } from './card-form.ts';
import { apiAs, demo, signInAs, signUpAs } from './journey.ts';
import {
  anotherBrowser,
  choose,
  confirm,
  dialog,
  expectReady,
  paidOrder,
  photos,
  receivedPhone,
  report,
  standing,
} from './order-page.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { pay } from './trade.ts';
import { expectNothingStored, expectStored, forgetPhotosOnce } from './stored-drafts.ts';
import { test } from './test.ts';

const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;

test('a problem is reported with photos, the seller offers a part, and the buyer accepts it', async ({
  page: buying,
  browser,
}) => {
  test.slow();
  const { orderId, seller, buyer } = await receivedPhone(buying);
  await buying.goto(`/dashboard/order/${orderId}`);
  await choose(buying, 'Report a problem');
  const reporting = dialog(buying);
  await reporting.getByLabel('What is wrong').selectOption('It is locked or blocked');
  await expect(reporting).toContainText('lock screen');
  // One photo too many and a text too long: reported before anything is sent, and nothing is lost.
  await reporting.getByLabel('Photos (optional)').setInputFiles(await photos(11));
  await expect(reporting).toContainText('At most 10 fit; 1 was left out.');
  await expectReady(reporting, 10);
  await reporting.getByLabel('Description').fill('x'.repeat(2001));
  await confirm(buying, 'Report a problem');
  await expect(reporting).toContainText('The description is at most 2000 characters');
  await expect(reporting.getByText('Ready')).toHaveCount(10);
  await reporting.getByLabel('Description').fill('It asks for somebody else’s account.');
  await expectNoAxeFindings(buying, { within: 'dialog' });
  await confirm(buying, 'Report a problem');
  await expect(standing(buying)).toContainText('A problem is open');
  await expect(buying.getByRole('list', { name: `Photos of ${buyer.name}` }).getByRole('button')).toHaveCount(
    10,
  );

  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  const shown = selling.getByRole('list', { name: `Photos of ${buyer.name}` });
  const first = shown.locator('img').first();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await shown.getByRole('button').first().click();
  await expect(dialog(selling)).toBeVisible();
  await selling.keyboard.press('Escape');
  await choose(selling, 'Make an offer');
  await dialog(selling).getByLabel('Amount in dollars').fill('500');
  await dialog(selling).getByLabel('Message (optional)').fill('For a new lock.');
  await confirm(selling, 'Make an offer');
  await expect(dialog(selling)).toContainText('The amount is less than $420.50, which was paid.');
  await expect(dialog(selling).getByLabel('Message (optional)')).toHaveValue('For a new lock.');
  await dialog(selling).getByLabel('Amount in dollars').fill('120.55');
  await confirm(selling, 'Make an offer');
  await expect(standing(selling)).toContainText(`${buyer.name}’s turn`);

  // The buyer's page is updated automatically.
  const problem = buying.getByRole('region', { name: 'The problem' });
  await expect(problem).toContainText('$120.55 goes back, and the phone stays where it is');
  // On a wide screen the money is beside the problem, however long that is.
  const money = buying.getByRole('region', { name: 'Money' });
  await expect.poll(async () => (await topOf(money)) - (await topOf(problem))).toBe(0);
  await buying.setViewportSize({ width: 360, height: 740 });
  await buying.emulateMedia({ colorScheme: 'dark' });
  await expectNoSideScroll(buying);
  await expectNoAxeFindings(buying);
  await choose(buying, 'Accept the offer');
  await confirm(buying, 'Accept the offer');
  await expect(standing(buying).getByRole('heading')).toHaveText('Completed');
  await expect(buying.getByRole('region', { name: 'Money' })).toContainText('$120.55');
  await expect(standing(selling).getByRole('heading')).toHaveText('Completed');
  await expect(selling.getByRole('region', { name: 'Money' })).toContainText('$284.45');
  await selling.context().close();
});

test('an amount that another choice hides does not keep an offer from being sent', async ({
  page: buying,
  browser,
}) => {
  const { orderId, seller, buyer } = await receivedPhone(buying);
  await report(buyer, orderId);
  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  await choose(selling, 'Make an offer');
  const amount = dialog(selling).getByLabel('Amount in dollars');
  await amount.fill('a lot');
  await confirm(selling, 'Make an offer');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await dialog(selling).getByLabel('The phone goes back first').check();
  await confirm(selling, 'Make an offer');
  await expect(standing(selling)).toContainText(`${buyer.name}’s turn`);
  await selling.context().close();
});

test('a reason that has become impossible while the problem is written stays in sight until another one is chosen', async ({
  page,
}) => {
  const { orderId, buyer } = await paidOrder(page);
  await page.goto(`/dashboard/order/${orderId}`);
  await choose(page, 'Report a problem');
  const reporting = dialog(page);
  const reason = reporting.getByLabel('What is wrong');
  await reason.selectOption('I never got it');
  await reporting.getByLabel('Description').fill('It has a crack.');
  await buyer.call(confirmReceipt, { params: { _id: orderId }, body: undefined });
  await expect(standing(page)).toContainText('Handed over');
  await expect(reason.getByRole('option', { selected: true })).toHaveText('I never got it');
  await confirm(page, 'Report a problem');
  await expect(reporting).toContainText('This reason cannot be chosen, because the phone has arrived.');
  await expect(reason.getByRole('option', { selected: true })).toHaveText('I never got it');
  await reason.selectOption('It is not as described');
  await expect(reason.getByRole('option', { name: 'I never got it' })).toHaveCount(0);
  await confirm(page, 'Report a problem');
  await expect(standing(page)).toContainText('A problem is open');
});

test('photos of a problem stay when its dialog is closed or the page is loaded again', async ({ page }) => {
  const { orderId } = await receivedPhone(page);
  await page.goto(`/dashboard/order/${orderId}`);
  const reporting = dialog(page);
  const ready = reporting.getByText('Ready');
  await choose(page, 'Report a problem');
  await reporting.getByLabel('Photos (optional)').setInputFiles(await photos(2));
  await expect(ready).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(reporting).toBeHidden();
  await choose(page, 'Report a problem');
  await expect(ready).toHaveCount(2);
  const remove = reporting.getByRole('button', { name: /^Remove/ });
  await remove.first().click();
  await expect(ready).toHaveCount(1);
  await expectStored(page, '[{}]');
  await page.reload();
  await choose(page, 'Report a problem');
  await expect(ready).toHaveCount(1);
  await reporting.getByLabel('What is wrong').selectOption('It is locked or blocked');
  await reporting.getByLabel('Description').fill('It asks for somebody else’s account.');
  await forgetPhotosOnce(page);
  await confirm(page, 'Report a problem');
  await expect(standing(page)).toContainText('A problem is open');
  await expect(page.getByRole('list', { name: /^Photos of/ }).getByRole('button')).toHaveCount(1);
  // What was sent is no draft any more.
  await expectNothingStored(page);
});

test('the phone goes back with a tracking number, and the seller confirms it', async ({
  page: buying,
  browser,
}) => {
  const { orderId, seller, buyer } = await receivedPhone(buying);
  await report(buyer, orderId);
  await seller.call(makeOffer, { params: { _id: orderId }, body: { kind: 'return' } });
  await buyer.call(acceptOffer, { params: { _id: orderId }, body: undefined });
  await buying.goto(`/dashboard/order/${orderId}`);
  await expect(standing(buying)).toContainText('Being returned');
  await choose(buying, 'I have sent it back');
  await dialog(buying).getByLabel('Carrier').fill('Sundarban');
  await dialog(buying).getByLabel('Tracking number').fill('SB-321');
  await confirm(buying, 'I have sent it back');
  await expect(standing(buying)).toContainText(`${seller.name}’s turn`);

  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await selling.goto(`/dashboard/order/${orderId}`);
  await expect(selling.getByText('SB-321').first()).toBeVisible();
  await choose(selling, 'I have it back');
  await confirm(selling, 'I have it back');
  await expect(standing(selling)).toContainText('Refunded');
  await expect(standing(buying)).toContainText('Refunded');
  await selling.context().close();
});

test('while a bank holds the payment back, both sides read it in their lists and on the page, without a reload', async ({
  page: buying,
  browser,
}) => {
  const buyer = await signUpAs(buying, { kind: 'Buyer' });
  const { bookingId: orderId, model, seller } = await holdPhone(buyer);
  const selling = await anotherBrowser(browser);
  await signInAs(selling, seller);
  await pay(buying.request, buyer, orderId, 'pm_card_createDispute');
  await selling.goto(`/dashboard/order/${orderId}`);
  // The processor's event arrives later, and the page shows it.
  await expect(standing(selling)).toContainText('do not hand it over or send it until the bank has decided');
  await expect(standing(selling)).not.toContainText('Until');

  await buying.goto('/dashboard');
  const row = buying.getByRole('row').filter({ hasText: model });
  await expect(row).toContainText('Paid');
  await expect(row).toContainText('Waiting for the bank, which holds the payment back');
  await expect(row).not.toContainText('Your turn');
  await expectNoAxeFindings(buying);

  const code = selling.getByRole('region', { name: 'Enter the buyer’s code' });
  await buyer.call(askToCancel, { params: { _id: orderId }, body: { reason: 'It was not me.' } });
  await expect(standing(selling)).toContainText('Say if you object to the cancellation');
  await expect(standing(selling)).toContainText(`${buyer.name} wrote: “It was not me.”`);
  await expect(code).toContainText('Wait until the buyer’s bank has decided.');
  await buyer.call(withdrawCancellation, { params: { _id: orderId }, body: undefined });

  const admin = await apiAs(demo.admin);
  const found = (await admin.call(listChargebacks, { query: {} })).find((each) => each.bookingId === orderId);
  const params = { _id: found?._id ?? '' };
  await admin.call(answerChargeback, { params, body: { evidence: 'winning_evidence' } });
  await expect(standing(selling)).toContainText('Your turn');
  await expect(
    selling.getByText('The buyer’s bank no longer holds the payment back', { exact: true }),
  ).toBeVisible();
  await expect(row).toContainText('Your turn: Meet for the hand-over');
});
