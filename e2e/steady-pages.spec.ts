// Nothing on a dashboard page moves once it is shown.
import { type Page, expect } from '@playwright/test';

import { boxOf, demo, newPerson, newPhone, signInAs, signUpAs, unique } from './journey.ts';
import { test } from './test.ts';
import { book } from './trade.ts';

test('My Orders and the notifications do not move when what is above them arrives late, and the foot is below the first screen', async ({
  page,
}) => {
  const buyer = await signUpAs(page, { kind: 'Buyer' });
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await book(buyer, phone._id);
  const todo = await hold(page, '**/api/todo');
  const booked = page.waitForResponse(/\/api\/bookedProduct\?/);
  await page.goto('/dashboard');
  await booked;
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: phone.model });
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(row).toBeAttached();
  await expect(row).toBeHidden();
  todo();
  await expect(page.getByRole('link', { name: '1 phone to pay' })).toBeVisible();
  await expect(row).toBeVisible();

  // Also of a short page.
  await page.goto('/dashboard/suspension');
  await expect(page.getByText('Your account is not suspended.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  const unread = await hold(page, '**/api/notifications/unread');
  const listed = page.waitForResponse(/\/api\/notifications$/);
  await page.goto('/dashboard/notifications');
  await (await listed).finished();
  const list = page.getByRole('region', { name: 'All notifications', includeHidden: true });
  await expect(list).toBeAttached();
  await expect(list).toBeHidden();
  unread();
  await expect(list).toBeVisible();
});

for (const { who, account, call, notice } of [
  {
    who: 'somebody whose address is not confirmed',
    account: undefined,
    call: '**/api/user?email=*',
    notice: 'to confirm that the address is yours',
  },
  {
    who: 'the demo’s admin',
    account: demo.admin,
    call: '**/api/auth/factors',
    notice: 'The demo’s admin needs no second factor',
  },
]) {
  test(`a page of the dashboard is shown to ${who} together with the notice above it`, async ({ page }) => {
    await (account === undefined ? signUpAs(page, { kind: 'Seller' }) : signInAs(page, account));
    const late = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await late.promise;
      await route.continue();
    });
    const heading = page.getByRole('heading', { name: 'My Orders', includeHidden: true });
    const asked = page.waitForRequest(call);
    const answered = page.waitForResponse('**/api/todo');
    await page.goto('/');
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await Promise.all([asked, answered]);
    await expect(heading).toBeAttached();
    await expect(heading).toBeHidden();
    late.resolve();
    await expect(heading).toBeVisible();
    expect(await page.getByText(notice).isVisible()).toBe(true);
    await expect(heading).toBeFocused();
  });
}

test('the rows of a table come together with the numbers of its filters, which stay during a search, and what it found is said once it is counted', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = await newPhone(await signUpAs(page, { kind: 'Seller' }));
  let late = Promise.withResolvers<void>();
  await page.route('**/api/products/counts?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  const row = page.getByRole('row').filter({ hasText: phone.model });
  const filters = page.getByRole('navigation', { name: 'Show' });
  const listed = page.waitForResponse(/\/api\/products\?email=/);
  await page.goto('/dashboard/user/products');
  await (await listed).finished();
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  await expect(row).toBeHidden();
  late.resolve();
  await expect(row).toBeVisible();
  expect(await filters.getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(/All\s+1/),
    expect.stringMatching(/For sale\s+1/),
  ]);
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText('1 found');

  late = Promise.withResolvers();
  const search = page.getByLabel('Model');
  await search.fill('no such phone');
  await search.press('Enter');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(search).toBeFocused();
  await expect(filters.getByRole('link')).toHaveCount(2);
  await expect(status).toHaveText('');
  late.resolve();
  await expect(status).toHaveText('0 found for no such phone');

  late = Promise.withResolvers();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(row).toBeVisible();
  await expect(search).toBeVisible();
  late.resolve();
  await expect(filters.getByRole('link', { name: 'All' })).toContainText('1');
});

test('nothing on the login moves when the button for passkeys arrives', async ({ page }) => {
  const hydrate = await delayScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const google = page.getByRole('button', { name: 'CONTINUE WITH GOOGLE' });
  await google.waitFor();
  await expectFonts(page);
  const before = await google.boundingBox();
  hydrate();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  expect(await google.boundingBox()).toEqual(before);
});

for (const width of [360, 1280]) {
  test(`the home page that a login leads to stays where it is, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const late = Promise.withResolvers<void>();
    await page.route('**/api/market', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Buyer' }).click();
    const places = () =>
      Promise.all(
        [
          page.getByRole('heading', { level: 1, name: /^More than 50 categories/ }),
          page.getByRole('heading', { name: 'Advertisement' }),
        ].map(async (heading) => {
          await expect(heading).toBeVisible();
          return heading.boundingBox();
        }),
      );
    const before = await places();
    late.resolve();
    await expect(page.getByRole('navigation', { name: 'Popular models' })).toBeVisible();
    expect(await places()).toEqual(before);
  });
}

/** The page is laid out in its own style and fonts. */
async function expectFonts(page: Page): Promise<void> {
  // The parser does not wait for the style sheets.
  const sheets = page.locator('link[rel="stylesheet"]');
  await expect(sheets.first()).toBeAttached();
  await expect
    .poll(() =>
      sheets.evaluateAll((links) => links.every((link) => link instanceof HTMLLinkElement && link.sheet)),
    )
    .toBe(true);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/** Holds these calls until the returned function is called. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const late = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await late.promise;
    await route.continue();
  });
  return late.resolve;
}

/** Delays the scripts of the next page: until the returned function is called, it stays as the server rendered it. */
const delayScripts = (page: Page): Promise<() => void> => hold(page, '**/assets/*.js');

test('the links of the navbar stay where they are when the browser knows who is signed in', async ({
  page,
}) => {
  await signUpAs(page, { kind: 'Buyer' });
  const hydrate = await delayScripts(page);
  await page.goto('/blog', { waitUntil: 'commit' });
  await expectFonts(page);
  const home = page.getByRole('link', { name: 'Home' });
  const before = await boxOf(home);
  hydrate();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(await boxOf(home)).toEqual(before);
});

test('the footer of the login and of pages that mails link to is below the first screen, for everybody', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUpAs(page, { kind: 'Buyer' });
  for (const path of [
    '/login',
    '/signup',
    '/confirm-email',
    '/reset-password?token=none',
    '/unsubscribe?token=none',
  ]) {
    const hydrate = await delayScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expectFonts(page);
    await expect(page.getByRole('contentinfo'), path).not.toBeInViewport();
    hydrate();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('contentinfo'), path).not.toBeInViewport();
  }
});

test('no line of a card moves when its date is said in words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const word = unique('Datedcard').replaceAll(' ', '');
  await newPhone(await newPerson({ kind: 'Seller' }), { model: word, location: 'Manchester' });
  const hydrate = await delayScripts(page);
  await page.goto(`/search?q=${word}`, { waitUntil: 'commit' });
  await expectFonts(page);
  const card = page.getByRole('article').first();
  const before = await boxOf(card);
  hydrate();
  await expect(card).toContainText('today');
  expect(await boxOf(card)).toEqual(before);
});

test('what follows the figures on Money does not move when they arrive late', async ({ page }) => {
  await signInAs(page, demo.admin);
  const late = Promise.withResolvers<void>();
  await page.route(/\/api\/money\?/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dashboard/money');
  const next = page.getByRole('heading', { name: 'Ledger and card processor' });
  await expect(next).toBeAttached();
  await expect(next).not.toBeInViewport();
  late.resolve();
  await expect(page.getByRole('heading', { name: 'Balances over time' })).toBeVisible();
  await expect(next).not.toBeInViewport();
});

for (const { who, path, call, sections } of [
  {
    who: 'Pay Sellers',
    path: '/dashboard/pay-sellers',
    call: '**/api/payouts/balances?*owed*',
    sections: ['Owed', 'Owe us'],
  },
  {
    who: 'Payouts',
    path: '/dashboard/payouts',
    call: '**/api/payouts',
    sections: ['Where your money goes', 'Your payouts', 'Statement'],
  },
])
  test(`the sections of ${who} are shown together, because a late one would move those below it`, async ({
    page,
  }) => {
    await signInAs(page, path.endsWith('sellers') ? demo.admin : demo.seller);
    const answer = await hold(page, call);
    const others = page.waitForResponse(/\/api\/payouts\/(balances\?.*owing|statement)/);
    await page.goto(path);
    await (await others).finished();
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    for (const name of sections) await expect(page.getByRole('heading', { name, exact: true })).toBeHidden();
    answer();
    for (const name of sections) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  });
