import { type Page, expect } from '@playwright/test';

import { type Member, newPerson, newPhone, ownCategory, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

const field = (page: Page) => page.getByRole('search').getByLabel('Search phones');
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const found = (page: Page) => page.getByRole('list', { name: 'Phones for sale' }).getByRole('article');
const count = (page: Page) => page.locator('#found');
const tick = (page: Page, label: string) => page.getByRole('checkbox', { name: new RegExp(`^${label}`) });
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen' });

/** Three phones that share a unique word: two fresh, one good; two black, one blue. */
async function threePhones(): Promise<{ word: string; categoryId: string }> {
  const seller = await newPerson({ kind: 'Seller' });
  const word = unique('Zephyr').replaceAll(' ', '');
  const image = await seller.uploadPicture();
  const phone = (changes: Parameters<typeof newPhone>[1]) =>
    newPhone(seller, { image, model: `${word} phone`, ...changes });
  const { categoryId } = await phone({
    condition: 'Fresh Condition',
    colour: 'black',
    storageGb: 128,
    sell: 300,
  });
  await phone({ condition: 'Fresh Condition', colour: 'blue', storageGb: 256, sell: 200, batteryHealth: 95 });
  await phone({ condition: 'Good Condition', colour: 'black', storageGb: 128, sell: 100 });
  return { word, categoryId };
}

test('type-ahead goes by arrows, Escape and Enter, and says how much there is', async ({ page }) => {
  await page.goto('/blog');
  const input = field(page);
  // If typing is slow, suggestions for a part of the word come first.
  const answered = page.waitForResponse('**/api/search/suggestions?q=galax');
  await input.pressSequentially('galax');
  await answered;
  await expect(suggestions(page)).toBeVisible();
  await expect(input).toHaveRole('combobox');
  await expect(input).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ suggestions?$/);
  await expectNoAxeFindings(page);
  await page.keyboard.press('ArrowDown');
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(input).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await expect(input).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(input).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(input).toHaveValue('galax');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const meant = (await first.locator('span').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?${new URLSearchParams({ q: meant })}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Phones for “${meant}”`);
  await expect(suggestions(page)).toBeHidden();
});

test('a suggestion that comes late does not push away the later one', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/search/suggestions?q=no', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/blog');
  const asked = page.waitForRequest('**/api/search/suggestions?q=no');
  await field(page).pressSequentially('no');
  await asked;
  await field(page).pressSequentially('te');
  const meant = page.getByRole('option', { name: /note/i });
  await expect(meant.first()).toBeVisible();
  release();
  await field(page).pressSequentially(' 1');
  await expect(page.getByRole('option', { name: /note 1/i }).first()).toBeVisible();
  const texts = await page.getByRole('option').allTextContents();
  expect(texts.filter((text) => !/note/i.test(text))).toEqual([]);
});

test('without suggestions the field searches all the same', async ({ page }) => {
  await page.route('**/api/search/suggestions?*', (route) => route.abort());
  await page.goto('/blog');
  await field(page).fill('galaxy');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=galaxy');
  await expect(found(page).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a typing error is corrected, and the page says so', async ({ page }) => {
  await page.goto('/search?q=galxy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Phones for “galxy”');
  await expect(page.getByText('Showing results for galaxy', { exact: true })).toBeVisible();
  await expect(found(page).filter({ hasText: 'Galaxy' }).first()).toBeVisible();
  await expectNoAxeFindings(page);
});

test('facets filter at once, chips and Back undo it, and a search without results offers alternatives', async ({
  page,
}) => {
  const { word } = await threePhones();
  await page.goto(`/search?q=${word}`);
  await expect(count(page)).toHaveText('3 phones');
  const fresh = tick(page, 'Fresh Condition');
  await fresh.check();
  await expect(page).toHaveURL(`/search?q=${word}&condition=fresh`);
  await expect(count(page)).toHaveText('2 phones');
  await expect(fresh).toBeFocused();
  await page.getByText('Colour', { exact: true }).first().click();
  await tick(page, 'Blue').check();
  await expect(count(page)).toHaveText('1 phone');
  await expect(page.getByText('$200.00 here', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/search?q=${word}&condition=fresh&colour=blue`);
  await expectNoAxeFindings(page);
  await chips(page).getByRole('link', { name: 'Fresh Condition, remove' }).click();
  await expect(page).toHaveURL(`/search?q=${word}&colour=blue`);
  await expect(fresh).not.toBeChecked();
  await expect(chips(page).getByRole('link', { name: 'Blue, remove' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(`/search?q=${word}&condition=fresh&colour=blue`);
  await expect(fresh).toBeChecked();
  await chips(page).getByRole('link', { name: 'Clear all filters' }).click();
  await expect(count(page)).toHaveText('3 phones');
  await expect(count(page)).toBeFocused();

  await page.goto(`/search?q=${word}&condition=bad`);
  await expect(page.getByText('No phone fits this search')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Other phones' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(count(page)).toHaveText('3 phones');
});

test('stated facts are shown as chips, are ticked, and can be removed', async ({ page }) => {
  const { word } = await threePhones();
  await page.goto(`/search?q=${encodeURIComponent(`blue ${word} phone under 5000`)}`);
  await expect(count(page)).toHaveText('1 phone');
  await expect(chips(page).getByRole('link', { name: 'Up to $5,000, remove' })).toBeVisible();
  await expect(tick(page, 'Blue')).toBeChecked();
  await expectNoAxeFindings(page);
  await chips(page).getByRole('link', { name: 'Blue, remove' }).click();
  await expect(count(page)).toHaveText('3 phones');
  await expect(page).toHaveURL(/maxPrice=5000$/);
  await expect(field(page)).not.toHaveValue(/blue|phone|under/);
  await page.goBack();
  await expect(count(page)).toHaveText('1 phone');
  await page.goto(`/search?q=${encodeURIComponent(`${word} battery over 90`)}`);
  const battery = chips(page).getByRole('link', { name: 'Battery 90% or more, remove' });
  await expect(battery).toBeVisible();
  await expect(count(page)).toHaveText('1 phone');
  await tick(page, 'Fresh Condition').check();
  await expect(page).toHaveURL(/minBattery=90/);
  // The address changes before the links do.
  await expect(chips(page).getByRole('link', { name: 'Fresh Condition, remove' })).toBeVisible();
  await battery.click();
  await expect(count(page)).toHaveText('2 phones');
});

test('prices and order are part of the address', async ({ page }) => {
  const { word } = await threePhones();
  await page.goto(`/search?q=${word}`);
  await page.getByLabel('To price in dollars').fill('250');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}&maxPrice=250`);
  await expect(count(page)).toHaveText('2 phones');
  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await expect(page).toHaveURL(`/search?q=${word}&maxPrice=250&sort=price-up`);
  await expect(found(page).first()).toContainText('$100.00');
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue('price-up');
  await expect(page.getByLabel('To price in dollars')).toHaveValue('250');
  await expect(found(page).first()).toContainText('$100.00');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.goto(`/search?q=the+most+expensive+${word}`);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-down');
  await expect(found(page).first()).toContainText('$300.00');
});

test('what is typed and ticked before the page is hydrated stays', async ({ page }) => {
  const { word } = await threePhones();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.goto(`/search?q=${word}`, { waitUntil: 'commit' });
  await tick(page, 'Fresh Condition').check();
  await page.getByLabel('To price in dollars').fill('250');
  goOn();
  await expect(page).toHaveURL(new RegExp(`q=${word}.*&condition=fresh`));
  await expect(count(page)).toHaveText('1 phone');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}&condition=fresh&maxPrice=250`);
});

test('Show more goes on in place; its address works alone', async ({ page }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const categoryId = await ownCategory(seller);
  const model = unique('Longsearch').replaceAll(' ', '');
  const image = await seller.uploadPicture();
  await Promise.all(Array.from({ length: 27 }, () => newPhone(seller, { categoryId, image, model })));
  const path = `/search?q=${model}`;
  await page.goto(path);
  await expect(found(page)).toHaveCount(24);
  const more = page.getByRole('link', { name: 'Show more' });
  const address = (await more.getAttribute('href')) ?? '';
  await more.click();
  await expect(found(page)).toHaveCount(27);
  // The first of the new ones.
  await expect(found(page).nth(24).getByRole('heading').getByRole('link')).toBeFocused();
  await expect(page).toHaveURL(path);
  const next = await found(page).nth(24).getByRole('link').first().getAttribute('href');
  await page.goto(address);
  await expect(found(page)).toHaveCount(3);
  await expect(found(page).first().getByRole('link').first()).toHaveAttribute('href', next ?? '');
});

test('a category has the same facets and keeps its title; what is chosen stays within it', async ({
  page,
}) => {
  const { word, categoryId } = await threePhones();
  await page.goto(`/category/${categoryId}`);
  await expect(page.getByRole('heading', { name: 'Available Device' })).toBeVisible();
  await expect(found(page).filter({ hasText: word }).first()).toBeVisible();
  const title = await page.title();
  const bad = tick(page, 'Bad Condition');
  await bad.check();
  await expect(page).toHaveURL(`/category/${categoryId}?condition=bad`);
  await expect(page.getByRole('status').first()).toContainText(/phone/);
  await expect(page).toHaveTitle(title);
  await expect(bad).toBeFocused();
  await expect(found(page).filter({ hasText: word })).toHaveCount(0);
  await expect(page.getByText('Category', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Available Device' })).toBeVisible();
  await expectNoAxeFindings(page);
  await chips(page).getByRole('link', { name: 'Bad Condition, remove' }).click();
  await expect(page).toHaveURL(`/category/${categoryId}`);
  await expect(found(page).filter({ hasText: word }).first()).toBeVisible();
});

test('on a narrow screen the facets are a sheet that the keyboard opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { word } = await threePhones();
  await page.goto(`/search?q=${word}`);
  const fresh = tick(page, 'Fresh Condition');
  await expect(fresh).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  await page.keyboard.press('Enter');
  await fresh.check();
  await expect(page).toHaveURL(/condition=fresh/);
  // The list is pale until the answer has arrived.
  const show = page.getByRole('button', { name: 'Show 2 phones' });
  await expect(show).toBeVisible();
  await expectNoAxeFindings(page);
  await expectNoSideScroll(page);
  await show.click();
  await expect(fresh).toBeHidden();
  await expect(found(page)).toHaveCount(2);
  await expectNoAxeFindings(page);
  await expectNoSideScroll(page);
});

test('without scripts search, facets, order and the next page are forms and links', async ({ browser }) => {
  const { word } = await threePhones();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/blog');
  await field(page).fill(word);
  await field(page).press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(count(page)).toHaveText('3 phones');
  await tick(page, 'Fresh Condition').check();
  await tick(page, 'Good Condition').check();
  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(`/search?q=${word}&condition=fresh,good&sort=price-up`);
  await expect(found(page).first()).toContainText('$100.00');
  await chips(page).getByRole('link', { name: 'Good Condition, remove' }).click();
  await expect(count(page)).toHaveText('2 phones');
  await context.close();
});

test('a card leads to its phone, and its buttons do not', async ({ page }) => {
  const seller: Member = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller, { categoryId: await ownCategory(seller) });
  await page.goto(`/category/${phone.categoryId}`);
  const card = page.getByRole('article').filter({ hasText: phone.model });
  await card.click({ position: { x: 40, y: 40 } });
  await expect(page).toHaveURL(`/product/${phone._id}`);
  await page.goBack();
  await card.getByRole('link', { name: `Book Now, ${phone.model}` }).click();
  await expect(page).toHaveURL('/login');
});
