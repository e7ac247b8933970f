// The text pages in every page's footer.
import { expect } from '@playwright/test';

import { aboutTopics } from '#contract/about.ts';

import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

test('the foot of every page leads to the pages of text, each with its own title', async ({ page }) => {
  await page.goto('/login');
  for (const { name, label } of aboutTopics) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(`/about/${name}`);
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
    await expect(page).toHaveTitle(`${label} · Ringback`);
  }
  // Signed out, the link leads to the login first.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sell a phone' }).click();
  await expect(page).toHaveURL('/login');
});

test('the pages say what this installation does, and who runs it', async ({ page }) => {
  await page.goto('/about/fees');
  await expect(page.getByText('5% of the price and $0.50')).toBeVisible();
  await expect(page.getByRole('row', { name: '$420.50' })).toContainText('$398.98');
  await page.goto('/about/how-it-works');
  await expect(page.getByText('You have 48 hours to report a problem.')).toBeVisible();
  await expect(page.getByText('After 14 days the order is cancelled')).toContainText(
    'unless the seller objects',
  );
  await page.goto('/about/safety');
  await expect(page.getByText('an admin of this site knows the seller')).toContainText(
    'says nothing about the phones',
  );
  await page.goto('/about/imprint');
  await expect(page.getByText('This text is a template.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GeoNames' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
});

test('the privacy page leads to everything that is stored about people', async ({ page }) => {
  await page.goto('/about/privacy');
  // What "Near …" and the service worker store in the browser.
  await expect(page.getByText('the city near which you looked for phones')).toContainText(
    'when you are offline',
  );
  await page.getByRole('link', { name: 'What we know about you' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What we know about you' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expect(page.getByText('A copy is kept for at most 30 days')).toBeVisible();
  await expectNoAxeFindings(page);
});
