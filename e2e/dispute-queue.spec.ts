// The admins' page of disputes: the queue, everything about one of them, and the decision.
import { type Browser, expect, type Page } from '@playwright/test';

import {
  confirmReceipt,
  listAgain,
  refundOrder,
  refuseProblem,
  withdrawProblem,
} from '#contract/orders-actions.ts';

import { holdPhone } from './card-form.ts';
import { demo, signInAs } from './journey.ts';
import {
  anotherBrowser,
  choose,
  confirm,
  dialog,
  receivedPhone,
  report,
  standing,
  untilClosed,
} from './order-page.ts';
import { expectAccessible, expectNoAxeFindings } from './page-checks.ts';
import { pay } from './trade.ts';
import { test } from './test.ts';

/** A reported problem, which an admin reads in the queue. */
async function disputeInQueue(buying: Page, browser: Browser) {
  const order = await receivedPhone(buying);
  await report(order.buyer, order.orderId);
  const deciding = await anotherBrowser(browser);
  await signInAs(deciding, demo.admin);
  await deciding.goto(`/dashboard/disputes?search=${encodeURIComponent(order.buyer.email)}`);
  const dispute = deciding.getByRole('article', { name: `Dispute about ${order.model}` });
  return { ...order, deciding, dispute };
}

test('a dispute that comes first in the queue later does not replace the one that is read', async ({
  page: buying,
  browser,
}) => {
  const { model, buyer, deciding, dispute: read } = await disputeInQueue(buying, browser);
  await read.getByLabel('Explanation').fill('A repair costs about that much.');
  const next = await holdPhone(buyer);
  await pay(buying.request, buyer, next.bookingId);
  const params = { _id: next.bookingId };
  await buyer.call(confirmReceipt, { params, body: undefined });
  await report(buyer, next.bookingId);
  await next.seller.call(refuseProblem, { params, body: { text: 'It worked.' } });
  // To decide is nobody's task but an admin's.
  const selling = await anotherBrowser(browser);
  await signInAs(selling, next.seller);
  await selling.goto('/dashboard/my-sales');
  const sale = selling.getByRole('row').filter({ hasText: next.model });
  await expect(sale.getByText('We look at both sides and decide')).toBeVisible();
  await selling.context().close();
  const queue = deciding.getByRole('navigation', { name: 'Disputes' }).getByRole('link');
  await expect(queue).toHaveText([new RegExp(next.model), new RegExp(model)]);
  await expect(read.getByLabel('Explanation')).toHaveValue('A repair costs about that much.');
  // Nor does it once the dispute is decided: the admin reads what has become of it.
  await read.getByLabel('The seller is paid').click();
  await read.getByLabel('The seller’s evidence shows').click();
  await read.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(queue).toHaveText([new RegExp(next.model)]);
  await expect(read.getByRole('heading', { name: 'Completed' })).toBeVisible();
  // The seller gives the money back while the admin decides.
  await queue.click();
  const overtaken = deciding.getByRole('article', { name: `Dispute about ${next.model}` });
  await overtaken.getByLabel('The seller is paid').click();
  await overtaken.getByLabel('The seller’s evidence shows').click();
  await overtaken.getByLabel('Explanation').fill('It works.');
  await deciding.route('**/decide', async (route) => {
    await next.seller.call(refundOrder, { params, body: {} });
    await route.continue();
  });
  await overtaken.getByRole('button', { name: 'Decide', exact: true }).click();
  await expect(deciding.getByText('The order is now: Refunded.')).toBeVisible();
  await expect(overtaken.getByRole('heading', { name: 'Refunded' })).toBeVisible();
  await expect(overtaken.getByLabel('Explanation')).toHaveValue('It works.');
  await deciding.context().close();
});

test('what an admin is writing about a dispute stays in sight when its sides end it', async ({
  page: buying,
  browser,
}) => {
  const { orderId, buyer, deciding, dispute: read } = await disputeInQueue(buying, browser);
  await read.getByLabel('Explanation').fill('A repair costs about that much.');
  await buyer.call(withdrawProblem, { params: { _id: orderId }, body: undefined });
  await expect(read.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(read.getByText('You can no longer decide: the order has changed.')).toBeVisible();
  await expect(read.getByLabel('Explanation')).toHaveValue('A repair costs about that much.');
  // Whoever has typed nothing is not asked to decide any more.
  await deciding.goto(`/dashboard/disputes?order=${orderId}`);
  await expect(read.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await expect(read.getByLabel('Explanation')).toHaveCount(0);
});

test('an admin finds a dispute, reads all on one page and decides; a wrong decision is corrected', async ({
  page: buying,
  browser,
}) => {
  const { orderId, seller, buyer, model } = await receivedPhone(buying);
  await report(buyer, orderId);
  const body = { text: 'It worked when I handed it over.' };
  await seller.call(refuseProblem, { params: { _id: orderId }, body });
  const deciding = await anotherBrowser(browser);
  await signInAs(deciding, demo.admin);
  await deciding.goto('/dashboard/disputes');
  await deciding.getByLabel('Order number, e-mail or telephone').fill(buyer.email);
  await deciding.getByRole('button', { name: 'Find', exact: true }).click();
  // The counts of all disputes stay until those of the search have come.
  const views = deciding.getByRole('navigation', { name: 'Show' });
  await expect(views.getByRole('link', { name: /^All\s*1$/ })).toBeVisible();
  await views.getByRole('link', { name: /^To decide\s*1$/ }).click();
  await expect(deciding).toHaveURL(/show=waiting/);
  const queue = deciding.getByRole('navigation', { name: 'Disputes' }).getByRole('link');
  await expect(queue).toHaveCount(1);
  await expectAccessible(deciding);
  await queue.click();
  await expect(deciding).toHaveURL(new RegExp(`show=waiting.*order=${orderId}`));
  const dispute = deciding.getByRole('article', { name: `Dispute about ${model}` });
  await expect(dispute).toBeFocused();
  for (const words of ['It turns itself off.', body.text, 'The phone, as it was listed', 'Timeline'])
    await expect(dispute).toContainText(words);
  await expect(deciding.getByRole('navigation', { name: 'Disputes' })).toContainText(model);
  await dispute.getByRole('button', { name: `of ${model}, as it was listed larger` }).click();
  await expect(deciding.getByRole('dialog', { name: /as it was listed, enlarged$/ })).toBeVisible();
  await deciding.keyboard.press('Escape');
  await untilClosed(deciding);
  await dispute.getByRole('button', { name: 'Decide', exact: true }).press('Enter');
  const outcomes = dispute.getByRole('radiogroup', { name: 'Outcome' });
  await expect(outcomes).toHaveAccessibleDescription('Please choose the outcome');
  await expect(outcomes).toHaveAttribute('aria-invalid', 'true');
  await expect(outcomes.getByRole('radio').first()).toBeFocused();
  const refusedBorder = await dispute
    .getByLabel('Explanation')
    .evaluate((field) => getComputedStyle(field).borderColor);
  for (const name of ['Outcome', 'Reason'])
    await expect(dispute.getByRole('radiogroup', { name }).locator('label').last()).toHaveCSS(
      'border-color',
      refusedBorder,
    );
  await expectNoAxeFindings(deciding);
  await dispute.getByLabel('Explanation').fill('A repair costs about that much.');
  await dispute.getByLabel('The buyer gets a part back and keeps the phone').click();
  await expect(outcomes).toHaveAttribute('aria-invalid', 'false');
  await dispute.getByLabel('Amount in dollars').fill('100');
  await dispute.getByLabel('The buyer’s evidence shows the problem').click();
  await expectNoAxeFindings(deciding);
  await dispute.getByRole('button', { name: 'Decide', exact: true }).press('Enter');
  await expect(standing(deciding).getByRole('heading')).toHaveText('Completed');
  await expect(standing(deciding)).toBeFocused();
  await expect(dispute.getByRole('region', { name: 'Money' })).toContainText('$100.00');

  // A wrong decision is corrected: the order is open again.
  await deciding.goto(`/dashboard/order/${orderId}`);
  await choose(deciding, 'Open again');
  await dialog(deciding).getByLabel('Reason').selectOption('The amount was wrong');
  await dialog(deciding).getByLabel('Explanation').fill('It was 150.');
  await confirm(deciding, 'Open again');
  await expect(standing(deciding)).toContainText('A problem is open');
  await buying.goto(`/dashboard/order/${orderId}`);
  await expect(buying.getByRole('list', { name: 'Timeline' })).toContainText('It was 150.');
  await deciding.context().close();
});

test('an admin who opens an order again is told that its phone is listed again', async ({
  page,
  browser,
}) => {
  const { orderId, seller } = await receivedPhone(page);
  const params = { _id: orderId };
  await seller.call(refundOrder, { params, body: { reason: 'It is back with me.' } });
  const { listedAgainAs } = await seller.call(listAgain, { params, body: undefined });
  const deciding = await anotherBrowser(browser);
  await signInAs(deciding, demo.admin);
  await deciding.goto('/dashboard/disputes');
  await deciding.goto(`/dashboard/order/${orderId}`);
  await choose(deciding, 'Open again');
  await expect(dialog(deciding)).toContainText('The seller has listed the phone again.');
  await dialog(deciding).getByRole('link', { name: 'See the new listing' }).click();
  await expect(deciding).toHaveURL(`/product/${listedAgainAs}`);
  await deciding.goBack();
  await expect(deciding).toHaveURL(`/dashboard/order/${orderId}`);
  await deciding.goBack();
  await expect(deciding).toHaveURL('/dashboard/disputes');
  await deciding.context().close();
});

test('the dispute that comes first is decided in three clicks', async ({ page: buying, browser }) => {
  const { deciding, dispute } = await disputeInQueue(buying, browser);
  const decide = dispute.getByRole('button', { name: 'Decide', exact: true });
  await deciding.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    addEventListener('pointerdown', () => {
      const { dataset } = document.documentElement;
      dataset['clicks'] = String(Number(dataset['clicks']) + 1);
    });
  });
  await dispute.getByLabel('The buyer gets all their money back').click();
  await dispute.getByLabel('The buyer’s evidence shows the problem').click();
  await deciding.keyboard.press('Tab');
  await expect(dispute.getByLabel('Explanation')).toBeFocused();
  await deciding.keyboard.type('The photos show it.');
  await decide.click();
  await expect(dispute.getByRole('heading', { name: 'Refunded' })).toBeVisible();
  await expect(deciding.locator('html')).toHaveAttribute('data-clicks', '3');
  await deciding.context().close();
});

test('after a return is decided, the form is empty for a later decision', async ({
  page: buying,
  browser,
}) => {
  const { deciding, dispute } = await disputeInQueue(buying, browser);
  await dispute.getByLabel('The buyer sends the phone back first').check();
  await dispute.getByLabel('The buyer’s evidence shows the problem').check();
  const explanation = dispute.getByLabel('Explanation');
  await explanation.fill('The photos show it.');
  await dispute.getByRole('button', { name: 'Decide', exact: true }).press('Enter');
  await expect(dispute.getByRole('heading', { name: 'Being returned' })).toBeInViewport();
  await expect(explanation).toHaveValue('');
  await expect(dispute.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(standing(deciding)).toBeFocused();
  await deciding.context().close();
});

test('on a small screen, a dispute that is opened in the queue is scrolled into view and focused', async ({
  page: buying,
  browser,
}) => {
  const { orderId, model, buyer } = await receivedPhone(buying);
  await report(buyer, orderId);
  for (let others = 0; others < 3; others += 1) {
    const { bookingId: _id } = await holdPhone(buyer);
    await pay(buying.request, buyer, _id);
    await buyer.call(confirmReceipt, { params: { _id }, body: undefined });
    await report(buyer, _id);
  }
  const deciding = await anotherBrowser(browser);
  await deciding.setViewportSize({ width: 360, height: 740 });
  await signInAs(deciding, demo.admin);
  await deciding.goto(`/dashboard/disputes?search=${encodeURIComponent(buyer.email)}`);
  const links = deciding.getByRole('navigation', { name: 'Disputes' }).getByRole('link');
  await expect(links).toHaveCount(4);
  await links.filter({ hasText: model }).press('Enter');
  const dispute = deciding.getByRole('article', { name: `Dispute about ${model}` });
  await expect(dispute).toBeFocused();
  await expect(dispute.getByRole('region', { name: 'Where this order stands' })).toBeInViewport();
  await expect(links.first()).not.toBeInViewport();
  await deciding.context().close();
});
