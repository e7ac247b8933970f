import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test';

import { signUp } from '#contract/auth.ts';
import { listFailedMails } from '#contract/mails.ts';
import { listChargeIssues, settleChargeIssue } from '#contract/payments.ts';
import { listChargebacks } from '#contract/payments-chargebacks.ts';

import { apiAs, demo, newPerson, newPhone, signInAs, unique } from './journey.ts';
import { expectAccessible, expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';
import { book, pay } from './trade.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** A charge in the same account at the processor, which names no booking unless one is given. @returns its intent */
async function chargeElsewhere(
  request: APIRequestContext,
  card = 'pm_card_visa',
  bookingId?: string,
): Promise<string> {
  const reply = await request.post('/sandbox/stripe/v1/payment_intents', {
    headers: { Authorization: 'Bearer sk_test_ringback_sandbox' },
    form: {
      amount: 1234,
      currency: 'usd',
      confirm: 'true',
      payment_method: card,
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      ...(bookingId === undefined ? {} : { 'metadata[bookingId]': bookingId }),
    },
  });
  const { id } = await reply.json();
  await expect.poll(listedCharges).toContain(id);
  return id;
}

/** The intents of the charges that need an admin, or whose refund is under way. */
async function listedCharges(): Promise<string[]> {
  const admin = await apiAs(demo.admin);
  const list = await admin.call(listChargeIssues, { query: { limit: 100 } });
  return list.map(({ transactionId }) => transactionId);
}

/** A charge that the card's owner disputes with their bank. @returns its intent */
async function disputedCharge(request: APIRequestContext): Promise<string> {
  const intent = await chargeElsewhere(request, 'pm_card_createDispute');
  const admin = await apiAs(demo.admin);
  await expect
    .poll(async () =>
      (await admin.call(listChargebacks, { query: { limit: 100 } })).map(
        ({ transactionId }) => transactionId,
      ),
    )
    .toContain(intent);
  return intent;
}

/** A mail to an address that the mail server refuses. @returns the address */
async function refusedMail(): Promise<string> {
  const name = unique('Mina');
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@refused.example`;
  const somebody = await newPerson({ kind: 'Buyer' });
  await somebody.call(signUp, { body: { name, email, password: 'Str0ngPass' } });
  await expect.poll(() => failedTo(email)).toBe(1);
  return email;
}

async function failedTo(email: string): Promise<number> {
  const admin = await apiAs(demo.admin);
  const list = await admin.call(listFailedMails, { query: { limit: 100 } });
  return list.filter(({ to }) => to === email).length;
}

/** Presses a button by keyboard and answers the browser's question. @returns the question */
async function pressAnd(answer: 'accept' | 'dismiss', button: Locator): Promise<string> {
  const asked = button.page().waitForEvent('dialog');
  await button.focus();
  const pressed = button.page().keyboard.press('Enter');
  const dialog = await asked;
  await dialog[answer]();
  await pressed;
  return dialog.message();
}

test('an admin refunds a charge that matches no booking', async ({ page, request }) => {
  const intent = await chargeElsewhere(request);
  await page.clock.install();
  await signInAs(page, demo.admin);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Needs attention' }).click();
  await expect(page.getByRole('heading', { name: 'Needs attention', level: 1 })).toBeVisible();
  const row = rowOf(page, intent);
  await expect(row).toContainText('$12.34');
  await expect(row).toContainText('It belongs to no booking.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const refund = row.getByRole('button', { name: 'Refund it' });
  expect(await pressAnd('dismiss', refund)).toBe('Give $12.34 back to the card that paid?');
  await expect(row).toBeVisible();
  await pressAnd('accept', refund);
  await expect(page.getByText('The refund is under way.')).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect.poll(listedCharges).not.toContain(intent);
  // The job that has refunded it tells no page: the list is read again by itself.
  await page.clock.runFor(20_000);
  await expect(row).toHaveCount(0);
});

test('an admin takes a charge off the list that was settled elsewhere', async ({ page, request }) => {
  const intent = await chargeElsewhere(request);
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/money');
  const row = rowOf(page, intent);
  await row.getByRole('button', { name: 'Mark as settled elsewhere' }).click();
  await page.getByLabel('Reference').fill('SEPA 2026-0042');
  // The figures above have what was paid by bank.
  const counted = page.waitForResponse((reply) => reply.url().includes('/api/money?'));
  await page.getByRole('button', { name: 'Mark as settled', exact: true }).click();
  await expect(page.getByText('The charge is settled.')).toBeVisible();
  await counted;
  await expect(row).toHaveCount(0);
});

test('a dialog stays open when another admin decides meanwhile, and says so', async ({ page, request }) => {
  const intent = await chargeElsewhere(request);
  await page.clock.install();
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/money');
  const row = rowOf(page, intent);
  await row.getByRole('button', { name: 'Mark as settled elsewhere' }).click();
  await page.getByLabel('Reference').fill('SEPA 2026-0042');
  const other = await apiAs(demo.admin);
  const issues = await other.call(listChargeIssues, { query: { limit: 100 } });
  const _id = issues.find(({ transactionId }) => transactionId === intent)?._id ?? '';
  await other.call(settleChargeIssue, { params: { _id }, body: {} });
  await page.clock.runFor(20_000);
  await expect(row).toHaveCount(0);
  await expect(page.getByLabel('Reference')).toHaveValue('SEPA 2026-0042');
  await page.getByRole('button', { name: 'Mark as settled', exact: true }).press('Enter');
  await expect(page.getByText('This was decided already.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator(':focus')).toBeVisible();
});

test('a second charge of an order leads to the order', async ({ page, request }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const buyer = await newPerson({ kind: 'Buyer' });
  const { _id, model } = await newPhone(seller);
  const bookingId = await book(buyer, _id);
  await pay(request, buyer, bookingId);
  const intent = await chargeElsewhere(request, 'pm_card_visa', bookingId);
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/money');
  const row = rowOf(page, intent);
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await row.getByRole('link', { name: 'Open the order' }).click();
  await expect(page).toHaveURL(`/dashboard/order/${bookingId}`);
  await expect(page.getByRole('main')).toContainText(model);
});

test('an admin answers a chargeback, and accepts another one', async ({ page, request }) => {
  const answered = await disputedCharge(request);
  await page.clock.install();
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/attention');
  const list = page.getByRole('region', { name: 'Chargebacks' });
  const row = list.getByRole('row').filter({ hasText: answered });
  await expect(row).toContainText('$12.34');
  await expect(row).toContainText('The card’s owner says that this payment is not theirs');
  await expect(row).toContainText('It has taken the money and will decide.');
  await row.getByRole('button', { name: 'Answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer the bank about $12.34' });
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(dialog.getByText('Tell the bank what happened', { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  // This word decides in the processor's test mode.
  await dialog.getByLabel('What happened').fill('winning_evidence');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('The bank has your answer.')).toBeVisible();
  await expect(row).toHaveCount(0);
  // A bank begins the other one while the page is open: the list is read again by itself.
  const accepted = await disputedCharge(request);
  const other = list.getByRole('row').filter({ hasText: accepted });
  await page.clock.runFor(20_000);
  await expect(other).toBeVisible();
  await pressAnd('accept', other.getByRole('button', { name: 'Accept' }));
  await expect(page.getByText('The chargeback is accepted.')).toBeVisible();
  await expect(other).toHaveCount(0);
});

/** A job fails after an hour of attempts at the earliest, so that this one is only in the answers. */
test('an admin runs a failed background job again', async ({ page }) => {
  const payoutId = '01890000-0000-7000-8000-00000000abcd';
  const job = {
    _id: '01890000-0000-7000-8000-000000000001',
    queue: 'payouts-transfer',
    subjectId: payoutId,
    time: '2026-01-02T03:04:05.000Z',
    failedAt: '2026-01-02T04:04:05.000Z',
    attempts: 11,
    lastError: 'No answer',
  };
  let failed = [job];
  await page.route(/\/api\/failedJobs(\?|$)/, (route) => route.fulfill({ json: failed }));
  await page.route(`**/api/failedJobs/payouts-transfer/${job._id}/retry`, (route) => {
    failed = [];
    return route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } });
  });
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/money');
  const panel = page.getByRole('region', { name: 'Background jobs that are stuck' });
  await expect(panel.getByRole('row').filter({ hasText: payoutId })).toBeVisible();
  await page.goto('/dashboard/attention');
  const row = panel.getByRole('row').filter({ hasText: payoutId });
  await expect(row).toContainText('Transfer money to a seller');
  await expect(row).toContainText('No answer (tried 11 times)');
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await pressAnd('accept', row.getByRole('button', { name: 'Try again' }));
  await expect(page.getByText('It is being run again.')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('an admin sends failed mail again, and takes it off the list', async ({ page }) => {
  const email = await refusedMail();
  await signInAs(page, demo.admin);
  await page.goto('/dashboard/attention');
  const row = rowOf(page, email);
  await expect(row).toContainText('Confirm an e-mail address');
  await expect(row).toContainText('No such mailbox');
  await expectNoAxeFindings(page);
  await pressAnd('accept', row.getByRole('button', { name: 'Send again' }));
  await expect(page.getByText('The mail is on its way.')).toBeVisible();
  // The address is refused again.
  await expect.poll(() => failedTo(email)).toBe(1);
  await page.reload();
  await pressAnd('accept', row.getByRole('button', { name: 'Dismiss' }));
  await expect(page.getByText('The mail is off the list.')).toBeVisible();
  await expect(row).toHaveCount(0);
});
