import { type Page, expect } from '@playwright/test';

import { editProduct } from '#contract/products-edit.ts';
import { listReports, reportProduct } from '#contract/reports.ts';

import { apiAs, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { untilClosed } from './order-page.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

/** A person with the report dialog open for somebody's phone. */
async function openReport(page: Page) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const reporter = await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/search?q=${encodeURIComponent(phone.model)}`);
  await page.getByRole('button', { name: `Report Item, ${phone.model}` }).click();
  return { seller, phone, reporter, dialog: page.getByRole('dialog', { name: `Report ${phone.model}` }) };
}

test('a report that is described reaches the admin, and the reporter lands on home; offline keeps its words', async ({
  page,
}) => {
  const { seller, phone, reporter, dialog } = await openReport(page);
  await expectNoAxeFindings(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Please describe the problem')).toBeVisible();
  await expect(dialog.getByLabel('Problem')).toBeFocused();
  await page.route('**/api/reportItem', (route) => route.abort());
  await dialog.getByLabel('Problem').fill('Fake photo');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toContainText('offline');
  await expect(dialog.getByLabel('Problem')).toHaveValue('Fake photo');
  await page.unroute('**/api/reportItem');
  await dialog.getByLabel('Problem').fill('The photo shows another phone.');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/reportItem'));
  await dialog.getByRole('button', { name: 'Send report' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    productId: phone._id,
    model: phone.model,
    sell: 420.5,
    problem: 'The photo shows another phone.',
    name: seller.name,
    reportUser: reporter.name,
    reportEmail: reporter.email,
  });
  await expect(page.getByText('Reported item Success full')).toBeVisible();
  await expect(page).toHaveURL('/');
  const admin = await apiAs(demo.admin);
  const reports = await admin.call(listReports, { query: { limit: 100 } });
  expect(reports.find(({ productId }) => productId === phone._id)).toMatchObject({
    problem: 'The photo shows another phone.',
    reportEmail: reporter.email,
    email: seller.email,
  });
});

test('a second report by the same person is refused with an explanation', async ({ page }) => {
  const { phone, reporter, dialog } = await openReport(page);
  await reporter.call(reportProduct, { body: { productId: phone._id, problem: 'Fake photo' } });
  await dialog.getByLabel('Problem').fill('Fake photo');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Already Reported')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('an admin dismisses a report, and says why to whoever wrote it', async ({ page, browser }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const { _id: productId } = await newPhone(seller);
  const reporter = await newPerson({ kind: 'Buyer' });
  await reporter.call(reportProduct, { body: { productId, problem: 'The photo shows another phone' } });
  await seller.call(editProduct, { params: { _id: productId }, body: { sell: 350, useYear: '4' } });
  await signInAs(page, demo.admin);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /open reports?$/ }).click();
  await expect(page).toHaveURL(/reportedItem$/);
  const row = page.getByRole('row').filter({ hasText: reporter.name });
  await row.getByRole('rowheader').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Report of/ })).toBeVisible();
  await expect(page.getByText('Changed since the report: price, years of use.')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const send = page.getByRole('dialog').getByRole('button', { name: 'Dismiss the report' });
  await send.click();
  await expect(page.getByText('Please say why you dismiss the report')).toBeVisible();
  await page.getByLabel('Reason').fill('It is the same phone in another light.');
  await expectNoAxeFindings(page, { within: 'dialog' });
  await page.keyboard.press('Escape');
  await untilClosed(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue('It is the same phone in another light.');
  await send.click();
  await expect(page.getByText('The report is closed.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('It is the same phone in another light.');
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await untilClosed(page);
  await page.goBack();
  await expect(row).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Dismissed' }).click();
  await expect(row.getByRole('link', { name: /^The report of/ })).toBeVisible();

  const own = await (await browser.newContext()).newPage();
  await signInAs(own, reporter);
  await own.goto('/dashboard/notifications');
  await expect(own.getByText('It is the same phone in another light.')).toBeVisible();
  await own.context().close();
});
