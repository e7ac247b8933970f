// The photos of a phone: one at a time, and full screen.
import { type Locator, type Page, expect } from '@playwright/test';

import { expectNoAxeFindings, newPerson, newPhone } from './journey.ts';
import { expectHydrated, test } from './test.ts';

async function phoneWithPhotos() {
  const seller = await newPerson({ kind: 'Seller' });
  const photos = [];
  for (let count = 0; count < 3; count += 1) photos.push(await seller.uploadPicture());
  const phone = await newPhone(seller, { image: photos[0] ?? '', photos });
  return { ...phone, photos };
}

/** The number of the photo that the gallery shows. */
const shown = (page: Page) => page.locator('.gallery-count');

test('the gallery follows arrow keys and thumbnails', async ({ page }) => {
  const phone = await phoneWithPhotos();
  await page.goto(`/product/${phone._id}`);
  await page.locator('.gallery-link').first().focus();
  await page.keyboard.press('End');
  await expect(shown(page)).toHaveText('Photo 3 of 3');
  await page.keyboard.press('Home');
  await expect(shown(page)).toHaveText('Photo 1 of 3');
  await page.keyboard.press('ArrowRight');
  // The end of the previous scroll is reported late on a slow machine; the next key counts from the photo that the last
  // one leads to.
  await page.locator('.gallery-track').dispatchEvent('scrollend');
  await page.keyboard.press('ArrowRight');
  await expect(shown(page)).toHaveText('Photo 3 of 3');
  await expect(page.locator('.gallery-link').nth(2)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(shown(page)).toHaveText('Photo 1 of 3');
  const second = page.getByRole('link', { name: 'Photo 2 of 3', exact: true });
  await second.click();
  await expect(shown(page)).toHaveText('Photo 2 of 3');
  await expect(second).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(shown(page)).toHaveText('Photo 3 of 3');
});

test('a photo opens enlarged, grows by keys, and Escape leads back', async ({ page }) => {
  const phone = await phoneWithPhotos();
  await page.goto(`/product/${phone._id}`);
  const photo = page.locator('.gallery-link').first();
  await photo.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Photos of ${phone.model}, enlarged` });
  await expect(dialog.getByRole('img')).toHaveAttribute('src', phone.photos[0] ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img')).toHaveAttribute('src', phone.photos[1] ?? '');
  const width = async () => (await dialog.getByRole('img').boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  const narrow = await width();
  await page.keyboard.press('+');
  await expect(dialog.getByText('150%')).toBeVisible();
  await expect.poll(width).toBeGreaterThan(narrow);
  await expectNoAxeFindings(page, { within: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(shown(page)).toHaveText('Photo 2 of 3');
  // Not the photo that opened the dialog: that one is scrolled out of view.
  await expect(page.locator('.gallery-link').nth(1)).toBeFocused();
});

/** Two fingers, each at this distance from the middle of the photo. */
const apart = (pixels: number) => [
  { x: 180 - pixels, y: 400, id: 0 },
  { x: 180 + pixels, y: 400, id: 1 },
];

/** Fingers that touch the screen, move in twenty steps and leave it. */
async function touch(page: Page, at: (part: number) => { x: number; y: number; id?: number }[]) {
  const browser = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (let step = 1; step <= 20; step += 1) await send('touchMove', at(step / 20));
  await send('touchEnd', []);
}

async function middle(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a finger across the middle of a photo leads to the next, and one on an arrow leads nowhere', async ({
    page,
  }) => {
    const phone = await phoneWithPhotos();
    await page.goto('/blog');
    await page.goto(`/product/${phone._id}`);
    const { y } = await middle(page.locator('.gallery-track'));
    await touch(page, (part) => [{ x: 310 - 250 * part, y }]);
    await expect(shown(page)).toHaveText('Photo 2 of 3');
    // Where nothing scrolls, browsers take such a movement for "back".
    const arrow = await middle(page.getByRole('button', { name: 'Previous photo' }));
    await touch(page, (part) => [{ x: arrow.x + 80 * part, y: arrow.y }]);
    await expect(page.getByRole('button', { name: 'Previous photo' })).toHaveCSS(
      'touch-action',
      'pan-y pinch-zoom',
    );
    await expect(page).toHaveURL(`/product/${phone._id}`);
  });

  test('a finger leads from one enlarged photo to the next, and two fingers zoom', async ({ page }) => {
    const phone = await phoneWithPhotos();
    await page.goto(`/product/${phone._id}`);
    await page.locator('.gallery-link').first().tap();
    const dialog = page.getByRole('dialog', { name: `Photos of ${phone.model}, enlarged` });
    await expect(dialog.getByText('1 of 3')).toBeVisible();
    await touch(page, (part) => [{ x: 300 - 240 * part, y: 400 }]);
    await expect(dialog.getByText('2 of 3')).toBeVisible();
    await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });

    const zoom = () => page.evaluate(() => visualViewport?.scale);
    await touch(page, (part) => apart(20 + 80 * part));
    await expect.poll(zoom).toBeGreaterThan(1.5);
    await touch(page, (part) => apart(100 - 80 * part));
    await expect.poll(zoom).toBe(1);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(shown(page)).toHaveText('Photo 2 of 3');
  });
});

test('while a photo loads its colours stand in its place, and nothing moves when it comes', async ({
  page,
}) => {
  const phone = await phoneWithPhotos();
  const held = Promise.withResolvers<void>();
  await page.route('**/images/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  // A low window, in which the photo does not fill its frame.
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`/product/${phone._id}`, { waitUntil: 'commit' });
  const photo = page.getByRole('img', { name: `Photo 1 of 3 of ${phone.model}, enlarge` });
  await expect(photo).not.toHaveCSS('background-image', 'none');
  const shape = async () => {
    const { width, height } = (await photo.boundingBox()) ?? { width: 0, height: 1 };
    return width / height;
  };
  await expect.poll(shape).toBeCloseTo(640 / 800, 1);
  // Everything else has loaded by now, so that only the photo could move anything.
  await expectHydrated(page);
  await page.evaluate(async () => void (await document.fonts.ready));
  const place = await photo.boundingBox();
  held.resolve();
  await expect(photo).toHaveJSProperty('complete', true);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await photo.boundingBox()).toEqual(place);
});
