// Phones near a city: chosen by hand, stored in the browser, part of the URL.
import { type Page, expect } from '@playwright/test';

import { listCities } from '#contract/cities.ts';
import { editProduct } from '#contract/products-edit.ts';

import { newPerson, newPhone, ownCategory, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { test } from './test.ts';

const found = (page: Page) => page.getByRole('list', { name: 'Phones for sale' }).getByRole('article');
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen' });

/**
 * Three phones that share a word: in Chittagong, in Dhaka, and in a place that is not on the list; the last is the
 * newest.
 */
async function phonesInTowns(): Promise<{ word: string; categoryId: string }> {
  const seller = await newPerson({ kind: 'Seller' });
  const word = unique('Zephyr').replaceAll(' ', '');
  const image = await seller.uploadPicture();
  let categoryId = '';
  for (const town of ['Chittagong', 'Dhaka']) {
    const [city] = await seller.call(listCities, { query: { q: town } });
    const phone = { image, model: `${word} in ${town}`, location: town, cityId: city?._id };
    ({ categoryId } = await newPhone(seller, phone));
  }
  await newPhone(seller, { image, model: `${word} anywhere`, location: 'Behind the mill' });
  return { word, categoryId };
}

test('phones near a city come nearest first, within a distance, and the city is remembered', async ({
  page,
}) => {
  const { word, categoryId } = await phonesInTowns();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/search?q=${word}`);
  await expect(found(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Near me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Phones near a city' });
  const city = dialog.getByRole('combobox', { name: 'City' });
  await expect(city).toBeFocused();
  await dialog.getByRole('button', { name: 'Show the phones' }).click();
  await expect(dialog.getByText('Choose a city from the list')).toBeVisible();
  await expect(city).toBeFocused();
  await city.fill('Qqqzz');
  await dialog.getByRole('button', { name: 'Show the phones' }).click();
  await expect(dialog.getByText('We know no such city: try a larger one nearby')).toBeVisible();
  await city.fill('');
  await city.pressSequentially('chittag');
  await expect(dialog.getByRole('option', { name: 'Chittagong, Bangladesh' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(city).toHaveValue('Chittagong, Bangladesh');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/search?q=${word}&near=1205733&sort=distance`);
  await expect(found(page).getByRole('heading')).toHaveText([
    `${word} in Chittagong`,
    `${word} in Dhaka`,
    `${word} anywhere`,
  ]);
  await expect(found(page).nth(0)).toContainText('same city');
  await expect(found(page).nth(1)).toContainText('Dhaka · ≈ 211 km');
  await expect(found(page).nth(2)).not.toContainText('≈');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('distance');
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(city).toHaveValue('Chittagong, Bangladesh');
  await dialog.getByRole('combobox', { name: 'Within' }).selectOption('100 km');
  await dialog.getByRole('button', { name: 'Show the phones' }).click();
  await expect(found(page)).toHaveCount(1);
  await expect(page).toHaveURL(`/search?q=${word}&near=1205733&within=100&sort=distance`);
  await chips(page).getByRole('link', { name: 'Within 100 km, remove' }).click();
  await expect(found(page)).toHaveCount(3);
  await chips(page).getByRole('link', { name: 'Near Chittagong, remove' }).click();
  await expect(page).toHaveURL(`/search?q=${word}`);
  // On another list later, the city is suggested, and applied only on request.
  await page.goto(`/category/${categoryId}`);
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(city).toHaveValue('Chittagong, Bangladesh');
  await dialog.getByRole('button', { name: 'Show the phones' }).click();
  await expect(page).toHaveURL(`/category/${categoryId}?near=1205733&sort=distance`);
  await expect(found(page).first()).toContainText('same city');
  await page.goBack();
  await expect(page).toHaveURL(`/category/${categoryId}`);
  // What is typed first replaces the suggested city.
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(city).toBeFocused();
  await page.keyboard.type('Dhaka');
  await expect(city).toHaveValue('Dhaka');
});

test('the choice of a city begins with the city of the list, also after Back and in a shared link', async ({
  page,
}) => {
  const { word } = await phonesInTowns();
  await page.goto(`/search?q=${word}&near=1185241&sort=distance`);
  const near = page.getByRole('button', { name: 'Near me' });
  const dialog = page.getByRole('dialog', { name: 'Phones near a city' });
  const city = dialog.getByRole('combobox', { name: 'City' });
  const show = dialog.getByRole('button', { name: 'Show the phones' });
  await near.click();
  await expect(city).toHaveValue('Dhaka, Bangladesh');
  await city.fill('Chittagong');
  // The open list moves the button, and closes when the field loses the focus: the press counts nevertheless.
  await expect(dialog.getByRole('option', { name: 'Chittagong, Bangladesh' })).toBeVisible();
  await show.click();
  await expect(chips(page)).toContainText('Near Chittagong');
  await page.goBack();
  await expect(chips(page)).toContainText('Near Dhaka');
  // Only the distance is changed.
  await near.click();
  await dialog.getByRole('combobox', { name: 'Within' }).selectOption('100 km');
  await show.click();
  await expect(page).toHaveURL(`/search?q=${word}&near=1185241&within=100&sort=distance`);
});

test('a list near a city works without scripts', async ({ browser }) => {
  const { word } = await phonesInTowns();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/search?q=${word}&near=1185241&sort=distance`);
  await expect(found(page).nth(0)).toContainText('same city');
  await expect(found(page).nth(1)).toContainText('Chittagong · ≈ 211 km');
  await context.close();
});

test('a phone whose price is raised before Show more is in the list once, with the new price', async ({
  page,
}) => {
  const seller = await newPerson({ kind: 'Seller' });
  const image = await seller.uploadPicture();
  const word = unique('Zephyr').replaceAll(' ', '');
  const categoryId = await ownCategory(seller);
  let cheapest = '';
  // One more than a page has.
  for (let price = 125; price > 100; price -= 1)
    cheapest = (await newPhone(seller, { image, categoryId, model: `${word} ${price}`, sell: price }))._id;
  await page.goto(`/search?q=${word}&sort=price-up`);
  await expect(found(page)).toHaveCount(24);
  await seller.call(editProduct, { params: { _id: cheapest }, body: { sell: 300 } });
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(found(page)).toHaveCount(25);
  await expect(found(page).filter({ hasText: `${word} 101` })).toHaveCount(1);
  await expect(found(page).filter({ hasText: `${word} 101` })).toContainText('$300');
});
