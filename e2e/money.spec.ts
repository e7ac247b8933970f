import { expect } from '@playwright/test';

import { explainDifference, listDifferences } from '#contract/reconciliation.ts';

import { apiAs, boxOf, demo, signInAs } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

for (const width of [360, 1280])
  test(`the picture of the balances uses the width of its panel, ${width} px wide`, async ({ page }) => {
    await signInAs(page, demo.admin);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard/money');
    const picture = await boxOf(page.getByRole('img', { name: /^Balances from/ }));
    const panel = await boxOf(page.getByRole('region', { name: 'Balances over time' }));
    expect(picture.width).toBeGreaterThan((2 / 3) * panel.width);
    await expectNoSideScroll(page);
  });

test('an admin starts a comparison, settles a difference and explains another one', async ({
  page,
  request,
}) => {
  await signInAs(page, demo.admin);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Money', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible();
  const held = page.getByRole('definition').filter({ hasText: '$' }).first();
  await expect(held).toBeVisible();
  await expect(page.getByRole('img', { name: /^Balances from/ })).toBeVisible();
  const comparison = page.getByRole('status').filter({ hasText: /^Compared on/ });
  const [recorded, explained] = [await payIn(), await payIn()];
  await compare();
  const rowOf = (id: string) => page.getByRole('row').filter({ hasText: id });
  await expect(rowOf(recorded)).toContainText('Money paid in');
  // Not broken after the minus sign of another row.
  await expect(rowOf(recorded).getByText('$70.00')).toHaveCSS('white-space', 'nowrap');
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const asked = page.waitForEvent('dialog');
  const pressed = rowOf(recorded).getByRole('button', { name: 'Record it' }).click();
  await (await asked).accept();
  await pressed;
  await expect(page.getByText('It is in the ledger.')).toBeVisible();
  await expect(rowOf(recorded)).toHaveCount(0);

  await rowOf(explained).getByRole('button', { name: 'Explain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why the two differ' });
  await dialog.getByRole('button', { name: 'Save the explanation' }).click();
  await expect(dialog.getByText('Please say why the two differ', { exact: true })).toBeVisible();
  await dialog.getByLabel('Explanation').fill('A test of the bank');
  await dialog.getByRole('button', { name: 'Save the explanation' }).click();
  await expect(page.getByText('The difference is explained.')).toBeVisible();
  await page.getByText('Explained differences').click();
  // The other list may still have it for a moment: each list is read again by itself.
  const explainedRow = page
    .getByRole('table', { name: 'Differences that an admin has explained' })
    .getByRole('row')
    .filter({ hasText: explained });
  await expect(explainedRow).toContainText('A test of the bank');

  // Another admin explains it again while this one is writing.
  await explainedRow.getByRole('button', { name: 'Explain' }).click();
  await dialog.getByLabel('Explanation').fill('Mine, too');
  await explainElsewhere(explained, 'Two tests of the bank');
  await dialog.getByRole('button', { name: 'Save the explanation' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    '“Two tests of the bank”. Your explanation was not saved.',
  );
  await dialog.getByRole('button', { name: 'Save the explanation' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(explainedRow).toContainText('Mine, too');
  // Beside "No difference is open", the sum must not call it open.
  await compare();
  await expect(comparison).toContainText(/ \d+ differences?\.$/);

  await page.getByLabel('Show the last').selectOption('90 days');
  await page.getByText('All figures as a table').click();
  await expect(
    page.getByRole('table', { name: 'Balances at the end of each day' }).getByRole('row'),
  ).toHaveCount(91);
  await expect(page.getByRole('columnheader', { name: 'Day (UTC)' })).toBeVisible();
  await expectNoAxeFindings(page);

  /** The operator pays money in at the processor. @returns the payment's id */
  async function payIn(): Promise<string> {
    const reply = await request.post('/sandbox/stripe/v1/topups', {
      headers: { Authorization: 'Bearer sk_test_ringback_sandbox' },
      form: { amount: 7000, currency: 'usd' },
    });
    return (await reply.json()).id;
  }

  async function compare(): Promise<void> {
    const button = page.getByRole('button', { name: 'Compare now' });
    await button.click();
    await expect(comparison).toBeVisible();
  }
});

async function explainElsewhere(payment: string, explanation: string): Promise<void> {
  const admin = await apiAs(demo.admin);
  const differences = await admin.call(listDifferences, { query: { show: 'explained' } });
  const _id = differences.find(({ key }) => key.endsWith(payment))?._id ?? '';
  await admin.call(explainDifference, { params: { _id }, body: { explanation } });
}
