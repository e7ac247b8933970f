import { type Page, expect, test } from '@playwright/test';

import { listReports, reportProduct } from '#contract/reports.ts';

import { apiAs, demo, expectNoAxeFindings, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';

/** Somebody before an open dialog about a phone that another one sells. */
async function openReport(page: Page) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const reporter = await signUpAs(page, { kind: 'Buyer' });
  await page.goto(`/category/${phone.categoryId}`);
  await page.getByRole('button', { name: `Report Item, ${phone.model}` }).click();
  return { seller, phone, reporter, dialog: page.getByRole('dialog', { name: `Report ${phone.model}` }) };
}

test('a report reaches the admin, and the reporter lands on home', async ({ page }) => {
  const { seller, phone, reporter, dialog } = await openReport(page);
  await expectNoAxeFindings(page, 'dialog');
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

test('a problem has to be described', async ({ page }) => {
  const { dialog } = await openReport(page);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Please describe the problem')).toBeVisible();
  await expect(dialog.getByLabel('Problem')).toBeFocused();
});

test('the second report of one person is refused kindly', async ({ page }) => {
  const { phone, reporter, dialog } = await openReport(page);
  await reporter.call(reportProduct, { body: { productId: phone._id, problem: 'Fake photo' } });
  await dialog.getByLabel('Problem').fill('Fake photo');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Already Reported')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('offline keeps the words of a report', async ({ page }) => {
  const { dialog } = await openReport(page);
  await page.route('**/api/reportItem', (route) => route.abort());
  await dialog.getByLabel('Problem').fill('Fake photo');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toContainText('offline');
  await expect(dialog.getByLabel('Problem')).toHaveValue('Fake photo');
});

test('reports stay on the page at every width, and long names in one piece', async ({ page }) => {
  const { _id: productId } = await newPhone(await newPerson({ kind: 'Seller' }));
  const reporter = await newPerson({ kind: 'Buyer' });
  await reporter.call(reportProduct, {
    body: { productId, problem: 'The photo shows another phone. '.repeat(9) },
  });
  await signInAs(page, demo.admin);
  await page.route('**/api/reportItem*', async (route) => {
    const response = await route.fetch();
    const [report] = await response.json();
    await route.fulfill({
      response,
      json: [{ ...report, name: 'Konstantinopoulou', reportUser: 'W'.repeat(80) }],
    });
  });
  await page.goto('/dashboard/reportedItem');
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText('Konstantinopoulou')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width === 768 || width === 1024) continue;
    // One line of the text is 24 pixels high.
    expect((await page.getByText('Konstantinopoulou').boundingBox())?.height).toBeLessThan(36);
  }
});
