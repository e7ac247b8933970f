// On small screens: the card's two actions in any font, and pages in large letters.
import { type Locator, type Page, expect } from '@playwright/test';

import { getProduct } from '#contract/products.ts';
import { getUser, verifySeller } from '#contract/users.ts';

import { boxOf, demo, newPerson, newPhone, signInAs, signUpAs } from './journey.ts';
import { expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** How far a link's words leave its padding, and the link what it is in. */
const spillOf = (action: Locator) =>
  action.evaluate((link) => {
    const { left, right } = link.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(link);
    const words = range.getBoundingClientRect();
    const within = link.parentElement?.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(link);
    return {
      text: Math.max(
        left + parseFloat(paddingLeft) - words.left,
        words.right - right + parseFloat(paddingRight),
      ),
      box: Math.max((within?.left ?? 0) - left, right - (within?.right ?? 0)),
    };
  });

const setFontSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);

test('both actions of a card fit their padding, however wide the font is, and large letters are cut nowhere', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const dear = await newPhone(seller, { buy: 99_999.99, sell: 52_888.88 });
  await page.goto(`/category/${phone.categoryId}`);
  const cardOf = (model: string) => page.getByRole('article').filter({ hasText: model });
  for (const letterSpacing of ['0', '0.1em', '0.3em']) {
    await page.evaluate((spacing) => (document.body.style.letterSpacing = spacing), letterSpacing);
    for (const name of ['Book Now', 'Report admin']) {
      const spill = await spillOf(cardOf(phone.model).getByRole('link', { name }));
      // A fraction of a pixel is rounding.
      expect(spill.text, `${name} at ${letterSpacing}`).toBeLessThan(1);
      expect(spill.box, `${name} at ${letterSpacing}`).toBeLessThan(1);
    }
  }
  await page.evaluate(() => (document.body.style.letterSpacing = ''));
  for (const [width, size, { model }] of [
    [360, '150%', phone],
    [320, '200%', dear],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await setFontSize(page, size);
    for (const text of ['−47%', 'Not Verify']) {
      const beyond = await cardOf(model)
        .getByText(text)
        .evaluate((words) => {
          const range = document.createRange();
          range.selectNodeContents(words);
          const edge = words.closest('article')?.getBoundingClientRect().right ?? 0;
          return range.getBoundingClientRect().right - edge;
        });
      expect(beyond, `${text} at ${size}`).toBeLessThan(0);
    }
  }
});

test('the filter’s button is one line high, its heading hides what scrolls beneath, and its end covers nothing that Tab leads to', async ({
  page,
}) => {
  await page.goto('/search?q=galaxy');
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  for (const width of [480, 820, 1000, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(async () => (await filter.boundingBox())?.height, `${width} px`).toBe(44);
  }
  await filter.click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  const heading = sheet.getByRole('heading', { name: 'Filter' });
  const backgrounds = await heading.evaluate((element) => {
    const bar = element.parentElement ?? element;
    const dialog = bar.closest('dialog') ?? bar;
    return [bar, dialog].map((each) => getComputedStyle(each).backgroundColor);
  });
  expect(backgrounds[0]).toBe(backgrounds[1]);

  const show = sheet.getByRole('button', { name: /^Show \d+ phones/ });
  await expect(show).toBeVisible();
  let presses = 0;
  for (
    ;
    presses < 80 && !(await show.evaluate((button) => button === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
    const covered = await show.evaluate((button) => {
      const focused = document.activeElement;
      if (focused === null || focused === button) return '';
      const { top, height } = focused.getBoundingClientRect();
      return top + height / 2 > button.getBoundingClientRect().top ? focused.outerHTML : '';
    });
    expect(covered).toBe('');
  }
  expect(presses).toBeLessThan(80);
});

test('beside a scroll bar of 17 pixels one row holds everything of the navbar but the search', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360 - 17, height: 740 });
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard');
  const menu = await boxOf(page.getByRole('button', { name: 'Account menu' }));
  const dashboard = await boxOf(page.getByRole('link', { name: 'Dashboard' }));
  expect(menu.y).toBe(dashboard.y);
  await expectNoSideScroll(page);
});

test('at 320 pixels in letters of twice the size pages fit, no short word is broken, and the choice of a photo has its room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  const expectFit = async (address: string): Promise<void> => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await setFontSize(page, '200%');
    await expectNoSideScroll(page);
  };
  const expectWhole = async (address: string): Promise<void> => {
    await expectFit(address);
    await expect.poll(() => page.evaluate(brokenWords), address).toEqual([]);
  };
  await expectWhole('/signup');
  // The browser's button inside the field cannot be measured; in two lines it is as wide as its longer word.
  await expect.poll(async () => (await boxOf(page.getByLabel('Photo'))).width).toBeGreaterThan(130);
  const seller = await newPerson({ kind: 'Seller' });
  const facts = { model: 'Galaxy Fold', batteryHealth: 88, buy: 99_999.99, sell: 88_888.88 };
  const { _id, categoryId } = await newPhone(seller, facts);
  const { sellerId } = await seller.call(getProduct, { params: { _id } });
  const publicPages = ['/', `/category/${categoryId}`, `/product/${_id}`];
  for (const address of ['/login', '/blog', ...publicPages, `/person/${sellerId}`])
    await expectWhole(address);
  const accountMenu = page.getByRole('button', { name: 'Account menu' });
  await signInAs(page, seller);
  const names = ['profile', 'addProduct', `edit-product/${_id}`, 'user/products', 'notifications'];
  const ownPages = names.map((name) => `/dashboard/${name}`);
  for (const address of ['/login', '/about/fees', ...publicPages, ...ownPages]) {
    await expectWhole(address);
    await expect(accountMenu).toBeVisible();
  }
  await signInAs(page, demo.admin);
  await expectWhole('/dashboard/money');
  for (const people of ['user', 'user/seller']) await expectFit(`/dashboard/${people}`);
});

test('the list of sellers fits a tablet, also with a verified one whose address is not confirmed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const seller = await newPerson({ kind: 'Seller' });
  const { _id } = await seller.call(getUser, { query: {} });
  const admin = await signInAs(page, demo.admin);
  await admin.call(verifySeller, { params: { _id } });
  await page.goto(`/dashboard/user/seller?search=${encodeURIComponent(seller.email)}`);
  const row = page.getByRole('row').filter({ hasText: seller.email });
  await expect(row).toContainText('Verified');
  await expect(row).toContainText('Not confirmed');
  await expectNoSideScroll(page);
});

/** Words of two to eight letters that continue on another line; those of e-mail addresses may. */
function brokenWords(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const box = text.parentElement;
    if (box === null || !box.checkVisibility() || box.closest('.sr-only, noscript, select') !== null)
      continue;
    if (box.textContent.includes('@')) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
      /(?<![\p{L}\d])\p{L}{2,8}(?![\p{L}\d])/gu,
    )) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word);
    }
  }
  return found;
}

test('the bar with Book Now stays one line high in letters of twice the size, and covers nothing that Tab leads to', async ({
  page,
}) => {
  const { _id } = await newPhone(await newPerson({ kind: 'Seller' }), { sell: 1234.5 });
  await page.goto(`/product/${_id}`);
  await setFontSize(page, '200%');
  const bar = page.locator('.offer-bar');
  await expectOneLine(bar);
  await setFontSize(page, '');
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(bar).toBeVisible();
  const last = page.getByRole('link', { name: 'Imprint' });
  let presses = 0;
  for (; presses < 80 && !(await last.evaluate((link) => link === document.activeElement)); presses += 1) {
    await page.keyboard.press('Tab');
    const covered = await bar.evaluate((shown) => {
      const focused = document.activeElement;
      if (focused === null || shown.contains(focused)) return '';
      // The name of a phone is cut after two lines; its link is longer than what is seen of it.
      const seen = focused.closest('.card-model') ?? focused;
      const { top, height } = seen.getBoundingClientRect();
      return top + height / 2 > shown.getBoundingClientRect().top ? focused.outerHTML : '';
    });
    expect(covered).toBe('');
  }
  expect(presses).toBeLessThan(80);
});

async function expectOneLine(bar: Locator): Promise<void> {
  const height = async (): Promise<number> => (await bar.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeLessThan(80);
  const button = bar
    .getByRole('button', { name: /^Book Now/ })
    .or(bar.getByRole('link', { name: /^Book Now/ }));
  // Beside the price, which takes its part of the line, and not truncated.
  expect((await button.boundingBox())?.x).toBeGreaterThan(80);
  expect(await button.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}

test('at 320 pixels, as with 400 % zoom, the navbar covers nothing that Shift+Tab leads to', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const { _id, categoryId } = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.goto(`/category/${categoryId}`);
  await expect(page.locator(`a[href="/product/${_id}"]`)).toBeVisible();
  const navbar = page.getByRole('banner');
  await page.getByRole('link', { name: 'Imprint' }).focus();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const covered = await navbar.evaluate((shown) => {
      const focused = document.activeElement;
      if (focused === null || shown.contains(focused)) return '';
      const { top, height } = focused.getBoundingClientRect();
      return top + height / 2 < shown.getBoundingClientRect().bottom ? focused.outerHTML : '';
    });
    expect(covered).toBe('');
  }
});

test('of the popular models, the one with the focus can be read', async ({ page }) => {
  await page.goto('/');
  const models = page.getByRole('navigation', { name: 'Popular models' });
  await models.getByRole('link').first().focus();
  const last = (await models.getByRole('link').count()) - 1;
  expect(last).toBeGreaterThan(2);
  for (let place = 1; place <= last; place++) {
    await page.keyboard.press('Tab');
    const link = models.getByRole('link').nth(place);
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 0.75 });
  }
});
