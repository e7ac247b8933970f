import { expect } from '@playwright/test';

import { maxLanguages } from '#contract/users-words.ts';
import { changeUser, getUser } from '#contract/users.ts';

import { drawPicture, endSession, newPerson, newPhone, pressIfThere, signUpAs, unique } from './journey.ts';
import { expectNoAxeFindings, expectNoSideScroll } from './page-checks.ts';
import { expectNothingStored, expectStored } from './stored-drafts.ts';
import { test } from './test.ts';

test('a buyer says who they are, becomes a seller, and is found from their phone', async ({ page }) => {
  const person = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  await page.getByLabel('City').fill('Dhaka');
  await page.getByLabel('About you').fill('Mail me: mina@example.com');
  await page.getByText('Languages: none chosen').click();
  await page.getByLabel('Bangla').check();
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect(page.getByText('Please leave out e-mail addresses')).toBeVisible();
  await expect(page.getByLabel('About you')).toBeFocused();
  await page.getByLabel('About you').fill('I repair phones.');
  await expectNoAxeFindings(page, { schemes: ['light'] });
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.getByRole('button', { name: 'Become a seller' }).click();
  await expect(page).toHaveURL('/dashboard/addProduct');
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeVisible();

  const phone = await newPhone(person);
  await page.goto(`/product/${phone._id}`);
  await page.getByRole('main').getByRole('link', { name: person.name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await expect(page).toHaveTitle(`${person.name} · Ringback`);
  for (const text of ['I repair phones.', 'Bangla', 'Not confirmed yet'])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: phone.model })).toContainText('New');
  await expect(page.getByRole('main').getByText(person.email)).toHaveCount(0);
  await expectNoAxeFindings(page);
});

test('what was written in another tab stays when something else is saved here', async ({ page, context }) => {
  const person = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('City')).toHaveValue('');
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await other.getByLabel('City').fill('Dhaka');
  await other.getByRole('button', { name: 'Update your page' }).click();
  await expect(other.getByText('Profile saved')).toBeVisible();
  await page.getByLabel('About you').fill('I repair phones.');
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  const { city, about } = await person.call(getUser, { query: {} });
  expect({ city, about }).toEqual({ city: 'Dhaka', about: 'I repair phones.' });
  // It is shown here as well, so that it can be taken back here.
  await expect(page.getByLabel('City')).toHaveValue('Dhaka');
  await page.getByLabel('City').fill('');
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect.poll(async () => (await person.call(getUser, { query: {} })).city).toBe('');
});

test('too many languages are said where they are chosen', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  const summary = page.locator('summary', { hasText: 'Languages:' });
  await summary.click();
  const boxes = page.getByRole('group', { name: 'Languages that you speak' }).getByRole('checkbox');
  for (let place = 0; place <= maxLanguages; place += 1) await boxes.nth(place).check();
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect(page.getByText(`Choose at most ${maxLanguages} languages`)).toBeVisible();
  await expect(summary).toBeFocused();
  await expect(summary).toHaveAccessibleDescription(`Choose at most ${maxLanguages} languages`);
  await expectNoAxeFindings(page, { schemes: ['light'] });
});

test('what people write about themselves outlives a session that ends, until it is saved', async ({
  page,
  context,
}) => {
  const person = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  const unsaved = page.getByText('Not saved yet.');
  await page.getByLabel('City').fill('Dhaka');
  await page.getByLabel('About you').fill('I repair phones.');
  await page.getByText('Languages: none chosen').click();
  await page.getByLabel('Bangla').check();
  const address = `${unique('new').replaceAll(' ', '-')}@example.com`;
  await page.getByLabel('New address').fill(address);
  await endSession(page, context);
  await pressIfThere(page.getByRole('button', { name: 'Update your page' }));
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(page.getByLabel('About you')).toHaveValue('I repair phones.');
  await expect(page.getByLabel('City')).toHaveValue('Dhaka');
  await expect(page.getByText('Languages: Bangla')).toBeVisible();
  await expect(unsaved).toBeVisible();
  await page.getByRole('button', { name: 'Update your page' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(unsaved).toHaveCount(0);
  await expect(page.getByLabel('New address')).toHaveValue(address);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText(`A mail is on its way to ${address}`)).toBeVisible();
  await expectNothingStored(page);
  await page.reload();
  await expect(page.getByLabel('About you')).toHaveValue('I repair phones.');
  await expect(page.getByText('Languages: Bangla')).toBeVisible();
  await expect(unsaved).toHaveCount(0);
});

test('a draft of a public page contains only what was changed', async ({ page }) => {
  const person = await signUpAs(page, { kind: 'Buyer' });
  await person.call(changeUser, { body: { city: 'Khulna', about: 'I buy phones.' } });
  await page.goto('/dashboard/profile');
  await page.getByLabel('About you').fill('I repair phones.');
  await expectStored(page, 'I repair phones.');
  // On another device.
  await person.call(changeUser, { body: { city: 'Dhaka' } });
  await page.reload();
  await expect(page.getByLabel('About you')).toHaveValue('I repair phones.');
  await expect(page.getByLabel('City')).toHaveValue('Dhaka');
  await page.getByLabel('About you').fill('I buy phones.');
  await expectNothingStored(page);
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
});

test('what is typed while a profile is being saved stays', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  let answer = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  await page.getByLabel('About you').fill('I repair phones.');
  await page.getByRole('button', { name: 'Update your page' }).click();
  await page.getByLabel('About you').fill('I repair phones. And radios.');
  await page.getByLabel('City').fill('Dhaka');
  answer.resolve();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByLabel('About you')).toHaveValue('I repair phones. And radios.');
  await expect(page.getByLabel('City')).toHaveValue('Dhaka');
  await expect(page.getByText('Not saved yet.')).toBeVisible();

  answer = Promise.withResolvers<void>();
  await page.getByLabel('Name').fill('Mina');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Name').fill('Mina Khan');
  answer.resolve();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Name')).toHaveValue('Mina Khan');
});

test('a new photo leaves the name alone that was changed on another device, and a new name the photo', async ({
  page,
}) => {
  const person = await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Name')).toHaveValue(person.name);
  await person.call(changeUser, { body: { name: 'Mina Khan' } });
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Photo').setInputFiles(photo);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  expect((await person.call(getUser, { query: {} })).name).toBe('Mina Khan');

  const photoURL = await person.uploadPicture();
  await person.call(changeUser, { body: { photoURL } });
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByLabel('Name').fill('Mina');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  expect(await person.call(getUser, { query: {} })).toMatchObject({ name: 'Mina', photoURL });
});

test('a buyer who wants to sell is offered it on the way, by keyboard', async ({ page }) => {
  await signUpAs(page, { kind: 'Buyer' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Sell your phone' }).press('Enter');
  await expect(page.getByText('This page is for sellers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Become a seller' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Become a seller' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/addProduct');
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeFocused();
});

test('a person’s page works without scripts, and an unknown person has none', async ({ browser }) => {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`/product/${phone._id}`);
  await page.getByRole('main').getByRole('link', { name: seller.name }).first().click();
  await expect(page.getByRole('heading', { name: 'Phones for sale' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectNoSideScroll(page);
  const reply = await page.goto(`/person/${crypto.randomUUID()}`);
  expect(reply?.status()).toBe(404);
  await expect(page.getByText('There is no such person.')).toBeVisible();
  await context.close();
});

test('on a telephone price and Book Now stay in sight down to the end of a phone’s page', async ({
  page,
}) => {
  const phone = await newPhone(await newPerson({ kind: 'Seller' }));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/product/${phone._id}`);
  const book = page.getByRole('link', { name: `Book Now, ${phone.model}` });
  await expect(book).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(page.getByText('© 2022 Ringback')).toBeInViewport();
  await expect(book).toBeInViewport({ ratio: 1 });
  // After scrolling, the end of the page is not hidden by the bar.
  const belowBar = async () => {
    const edge = (await page.locator('.offer-bar').boundingBox())?.y ?? 0;
    const end = await page.getByRole('contentinfo').boundingBox();
    return (end?.y ?? 0) + (end?.height ?? 0) - edge;
  };
  await expect.poll(belowBar).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const shown of [
    book,
    page.getByRole('heading', { name: 'Seller' }),
    page.getByText('You pay by card'),
  ])
    await expect(shown).toBeInViewport();
});
