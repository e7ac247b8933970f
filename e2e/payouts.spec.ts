// Sellers' payouts: by the processor's onboarding, and by hand from the bank.
import { readFile } from 'node:fs/promises';

import { type Browser, type Page, expect } from '@playwright/test';

import { acceptPhone, confirmReceipt } from '#contract/orders-actions.ts';
import { getUser, removeUser } from '#contract/users.ts';

import { demo, type Member, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { book, pay } from './trade.ts';
import { test } from './test.ts';

/** A sale of this seller without problems. @returns its model */
async function completeSale(page: Page, seller: Member): Promise<string> {
  const buyer = await newPerson({ kind: 'Buyer' });
  const { _id: productId, model } = await newPhone(seller);
  const _id = await book(buyer, productId);
  await pay(page.request, buyer, _id);
  await buyer.call(confirmReceipt, { params: { _id }, body: {} });
  await buyer.call(acceptPhone, { params: { _id }, body: {} });
  return model;
}

/** Opens the link in the mail that confirms an address. */
async function confirmAddress(page: Page, { email }: Member): Promise<void> {
  let link = '';
  await expect(async () => {
    const reply = await page.request.get(`/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`);
    const mails: { subject: string; text: string }[] = await reply.json();
    const mail = mails.find(({ subject }) => subject.includes('Confirm'));
    link = /https?:\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
}

/** The amount beside this name on the page. */
const sum = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Where your money is' })
    .getByRole('term')
    .filter({ hasText: name })
    .locator('xpath=following-sibling::dd[1]');

const inSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a seller says at the processor where their money goes, gets it, and reads it in the statement', async ({
  page,
}) => {
  const mina = await signUpAs(page, { kind: 'Seller' });
  const model = await completeSale(page, mina);
  await page.goto('/dashboard/payouts');
  await expect(sum(page, 'Yours')).toHaveText('$398.98');
  await expect(page.getByRole('status')).toHaveText(
    'It waits until we know which bank account to send it to.',
  );
  const confirming = page.getByRole('link', { name: 'Confirm your address' });
  await expect(confirming).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(confirming).toBeHidden();
  await page.emulateMedia({ media: null });
  await confirmAddress(page, mina);

  // Only the text of a region that was there before is read aloud.
  await page.addInitScript(() => {
    const early: string[] = [];
    Object.assign(window, { early });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const region of node.querySelectorAll('[role="status"]')) early.push(region.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard/payouts');
  await expect(inSection(page, 'Where your money goes')).toContainText('Not set up');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Set up your payouts' }).click();
  await expect(page.getByRole('heading', { name: 'Get paid by Ringback' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Leave the identity document out' }).click();
  await expect(page).toHaveURL('/dashboard/payouts');
  await expect(inSection(page, 'Where your money goes')).toContainText('a picture of an identity document');
  const early = await page.evaluate(() => 'early' in window && window.early);
  expect(early).toContain('');
  expect(early).not.toContain('Asking the card processor…');
  await page.getByRole('button', { name: 'Continue the setup' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();

  await expect(inSection(page, 'Where your money goes')).toContainText('Ready');
  // The page is updated automatically.
  await expect(sum(page, 'On its way')).toHaveText('$398.98');
  await expect(inSection(page, 'Your payouts').getByRole('row').nth(1)).toContainText('On its way');
  await expect(sum(page, 'Yours')).toHaveText('$0.00');
  const statement = inSection(page, 'Statement');
  await expect(statement.getByRole('row')).toHaveCount(3);
  await expect(statement.getByRole('row').nth(1)).toContainText('tr_');
  await expect(statement.getByRole('row').nth(2)).toContainText(model);
  await expect(statement.getByRole('row').nth(2)).toContainText('Our fee −$21.52');
  // On paper, which is narrower than a tablet, it stays a table, and has no buttons.
  const screen = page.viewportSize();
  await page.setViewportSize({ width: 673, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(statement.getByRole('row').nth(1)).toHaveCSS('display', 'table-row');
  await expect(statement.getByRole('button', { name: /^Download/ })).toBeHidden();
  await expect(statement.getByText(mina.email)).toBeVisible();
  await expect(statement.getByText('−$21.52', { exact: true })).toHaveCSS('white-space', 'nowrap');
  await page.emulateMedia({ media: 'screen' });
  if (screen !== null) await page.setViewportSize(screen);
  const download = page.waitForEvent('download');
  await expect(statement.getByText('A file’s year and times are in UTC.')).toBeVisible();
  await page.getByRole('button', { name: /^Download \d{4} \(CSV\)$/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  // Without this mark, Excel does not read it as UTF-8.
  expect(file).toMatch(/^\uFEFF/);
  expect(file).toContain(`"Sale","${model}"`);
  expect(file).toContain('420.50,,-21.52,398.98,398.98');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page);
});

test('where the processor pays, an admin pays by bank only whom it cannot pay', async ({ page }) => {
  const mina = await newPerson({ kind: 'Seller' });
  await completeSale(page, mina);
  const admin = await signInAs(page, demo.admin);
  await page.goto('/dashboard/pay-sellers');
  const owed = inSection(page, 'Owed').getByRole('row').filter({ hasText: mina.name });
  await expect(owed).toContainText('No: no account to pay to');
  await expect(inSection(page, 'Owe us').getByText('Nobody owes anything')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Taken out' })).toHaveCount(0);

  const { _id } = await mina.call(getUser, { query: {} });
  await admin.call(removeUser, { params: { _id } });
  await page.reload();
  page.on('dialog', (dialog) => void dialog.accept());
  await owed.getByRole('button', { name: `Take out $398.98 of ${mina.name}` }).click();
  await expect(page.getByText('It is taken out. Press Paid below once you have paid it.')).toBeVisible();
  await expect(owed).toHaveCount(0);
  const line = inSection(page, 'Taken out').getByRole('row').filter({ hasText: mina.name });
  await expect(line).toContainText('Ask the seller');
  await expect(line).toContainText(mina.email);
  await expectNoAxeFindings(page);
  await line.getByRole('button', { name: `Paid $398.98 to ${mina.name}` }).click();
  await expect(line).toContainText('Paid out');
  await line.getByRole('button', { name: `Did not arrive: $398.98 to ${mina.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It can be taken out again');
  await dialog.getByLabel('Why it did not arrive').fill('The bank knows no such account');
  await dialog.getByRole('button', { name: 'Give it back to the seller' }).click();
  await expect(line).toContainText('The bank knows no such account');
  await expect(owed.getByRole('button', { name: `Take out $398.98 of ${mina.name}` })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

async function signInAt(
  browser: Browser,
  baseURL: string,
  { email, password }: typeof demo.admin | typeof demo.seller,
) {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  return page;
}

test('by hand: a seller gives bank details, an admin takes out the file and confirms what is paid', async ({
  browser,
  deploy,
}) => {
  // It copies and starts a separate server.
  test.setTimeout(400_000);
  const server = await deploy({ PAYOUTS: 'manual' });
  const seller = await signInAt(browser, server.address, demo.seller);
  await expect(async () => {
    await seller.goto('/dashboard/payouts');
    // The demo's completed deal, which is created once the server listens.
    expect(await sum(seller, 'Yours').innerText()).not.toBe('$0.00');
  }).toPass();
  const amount = await sum(seller, 'Yours').innerText();
  await seller.getByLabel('Account holder').fill('Selma Rahman');
  await seller.getByLabel('IBAN or account number').fill('GB33 BUKB 2020 1555 5555 56');
  await seller.getByRole('button', { name: 'Save the bank account' }).click();
  await expect(seller.getByText('This IBAN is not right')).toBeVisible();
  await seller.getByLabel('IBAN or account number').fill('GB33 BUKB 2020 1555 5555 55');
  await expectNoAxeFindings(seller);
  await seller.getByRole('button', { name: 'Save the bank account' }).click();
  await expect(
    seller.getByText(
      'We pay what is yours by bank, to the account that ends in 5555, and write to you each time.',
    ),
  ).toBeVisible();
  await expect(seller.getByRole('main')).toBeFocused();

  const admin = await signInAt(browser, server.address, demo.admin);
  await admin.goto('/dashboard/attention');
  await expect(admin.getByText('Nothing needs your attention', { exact: true })).toBeVisible();
  await expect(admin.locator('#content img')).toBeVisible();
  // Once the stream is open, nothing but the admin's own changes has the list read again.
  const listening = admin.waitForResponse('**/api/events');
  await admin.goto('/dashboard/orders');
  await listening;
  await admin.getByRole('link', { name: '1 seller to pay' }).click();
  await expect(inSection(admin, 'Taken out').getByText('Nothing taken out yet')).toBeVisible();
  await expect(inSection(admin, 'Owe us').getByText('Nobody owes anything')).toBeVisible();
  await expect(admin.locator('#content img')).toHaveCount(2);
  await expect(inSection(admin, 'Owed')).toContainText(amount);
  await admin.route('**/payouts/exports/*', (route) => route.abort(), { times: 1 });
  await admin.getByRole('button', { name: 'Export what is owed' }).click();
  await expect(admin.getByText('their file did not arrive. Press File')).toBeVisible();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: /^File with \$.+ to / }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(`"Selma Rahman","GB33BUKB20201555555555","",${amount.replace(/[$,]/g, '')},"USD"`);
  await expect(inSection(admin, 'Taken out')).toContainText('To be paid');
  await expectNoAxeFindings(admin);
  await admin.goBack();
  await expect(admin.getByRole('link', { name: '1 payout to confirm' })).toBeVisible();
  await admin.goForward();
  admin.on('dialog', (dialog) => void dialog.accept());
  await inSection(admin, 'Taken out')
    .getByRole('button', { name: `Take back ${amount}` })
    .click();
  await expect(admin.getByText('It is taken back.')).toBeVisible();
  await expect(inSection(admin, 'Owed')).toContainText(amount);
  const again = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export what is owed' }).click();
  await again;
  // While one admin says that the line did not arrive, another one has paid it.
  const notArrived = inSection(admin, 'Taken out').getByRole('button', { name: `Did not arrive: ${amount}` });
  await notArrived.click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Why it did not arrive').fill('The bank knows no such account');
  const other = await admin.context().newPage();
  other.on('dialog', (question) => void question.accept());
  await other.goto('/dashboard/pay-sellers');
  await inSection(other, 'Taken out')
    .getByRole('button', { name: `Paid ${amount}` })
    .click();
  await expect(other.getByText('The payout is confirmed.')).toBeVisible();
  await other.close();
  for (const state of ['hidden', 'visible']) await show(admin, state);
  await expect(admin.getByText('Paid out', { exact: true })).toBeAttached();
  await dialog.getByRole('button', { name: 'Give it back to the seller' }).click();
  await expect(dialog).toContainText('This payout has already been decided.');
  await admin.keyboard.press('Escape');
  await expect(inSection(admin, 'Taken out')).toContainText('Paid out');
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(admin);

  await seller.reload();
  await expect(sum(seller, 'Paid out')).toHaveText(amount);
  await expect(sum(seller, 'Yours')).toHaveText('$0.00');

  await notArrived.click();
  await expect(dialog).toContainText('once they have given another bank account');
  await expect(dialog.getByLabel('Why it did not arrive')).toHaveValue('The bank knows no such account');
  await dialog.getByRole('button', { name: 'Give it back to the seller' }).click();
  await expect(inSection(admin, 'Owed')).toContainText('No: no account to pay to');
});

/** What the browser reports when a tab is hidden or shown: afterwards the page reads its lists again. */
const show = (page: Page, state: string): Promise<void> =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
