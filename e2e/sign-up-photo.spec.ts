// An unreadable picture is refused when it is chosen, before there is an account; and a successful sign-up never looks
// like an incomplete one.
import { expect } from '@playwright/test';

import { boxOf, drawPicture, unique } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
import { test } from './test.ts';

const unreadable = [
  { words: 'This file is not a picture.', draw: async () => Buffer.from('no picture at all') },
  {
    words: 'This picture is damaged or incomplete.',
    draw: async () => (await drawPicture()).subarray(0, 300),
  },
  {
    words: 'HEIC photos cannot be read here.',
    draw: async () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
  },
];
test('a text, half a picture and a HEIC photo are refused as a photo when they are chosen', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Mina');
  await page.getByLabel('Email').fill(`${unique('mina').replaceAll(' ', '-')}@example.com`);
  await page.getByLabel('Password').fill('Str0ngPass');
  const photo = page.getByLabel('Photo');
  const file = { name: 'me.jpg', mimeType: 'image/jpeg' };
  for (const [place, { words, draw }] of unreadable.entries()) {
    await photo.setInputFiles({ ...file, buffer: await draw() });
    await expect(page.getByText(words)).toBeVisible();
    // No other field is marked as wrong, at first before the form is sent.
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expect(photo).toBeFocused();
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
    if (place === 0) await expectNoAxeFindings(page);
    await photo.setInputFiles({ ...file, buffer: await drawPicture() });
    await expect(page.getByText(words)).toHaveCount(0);
  }
});

test('a normal sign-up never shows the form of an account that lacks the rest', async ({ page }) => {
  await page.goto('/signup');
  await page.evaluate(() => {
    const texts = new Set<string>();
    Object.assign(window, { texts });
    new MutationObserver(() => {
      for (const text of ['Finish sign up', 'Finish your sign up', 'This account exists'])
        if (document.body.innerText.includes(text)) texts.add(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  // The picture is slow, so that whatever is shown meanwhile remains for a while.
  await page.route('**/api/images', async (route) => {
    await expect(page.getByRole('button', { name: 'Sign up', exact: true })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await expect(page.getByLabel('Password')).toBeVisible();
    // Beside the pressed button, too: on a phone the field is a screen further up.
    const pressed = await boxOf(page.getByRole('button', { name: 'Sign up', exact: true }));
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(1);
    const bar = await boxOf(page.locator('progress').last());
    expect(bar.y - (pressed.y + pressed.height)).toBeLessThan(10);
    expect(bar.y).toBeGreaterThan(pressed.y);
    await route.continue();
  });
  await page.getByLabel('Name').fill('Mina');
  await page.getByLabel('Email').fill(`${unique('mina').replaceAll(' ', '-')}@example.com`);
  await page.getByLabel('Password').fill('Str0ngPass');
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawPicture() };
  await page.getByLabel('Photo').setInputFiles(file);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  expect(await page.evaluate(() => Array.from(Object(window).texts))).toEqual([]);
});
