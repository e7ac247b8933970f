// The photos of a phone: one at a time, and full screen.
import { type Locator, type Page, expect } from '@playwright/test';

import { newPerson, newPhone } from './journey.ts';
import { expectNoAxeFindings } from './page-checks.ts';
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

test('the gallery follows arrow keys, thumbnails and a moved row, and a photo opens enlarged until Escape or Back', async ({
  page,
}) => {
  const phone = await phoneWithPhotos();
  await page.goto('/blog');
  await page.goto(`/product/${phone._id}`);
  await expectMoves(page);
  await expectEnlarged(page, phone);
  await page.locator('.gallery-link').nth(1).click();
  const zoom = page.getByRole('dialog', { name: /enlarged/ });
  await expect(zoom).toBeVisible();
  // One history entry for the photo.
  await expect.poll(() => page.evaluate(() => Number(history.state?.layers?.length ?? 0))).toBe(1);
  await page.goBack();
  await expect(zoom).toHaveCount(0);
  await expect(page).toHaveURL(`/product/${phone._id}`);
  await page.goBack();
  await expect(page).toHaveURL('/blog');
});

/** From the first photo to the last one. */
async function expectMoves(page: Page): Promise<void> {
  // The first photo is requested where it is visible already; then a finger moves the row: the next one counts from what
  // is seen.
  await page.getByRole('link', { name: 'Photo 1 of 3', exact: true }).click();
  await page.locator('.gallery-track').evaluate((track) => track.scrollTo({ left: track.clientWidth }));
  await expect(shown(page)).toHaveText('Photo 2 of 3');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(shown(page)).toHaveText('Photo 3 of 3');

  await page.locator('.gallery-link').nth(2).focus();
  await page.keyboard.press('Home');
  await expect(shown(page)).toHaveText('Photo 1 of 3');
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
}

/** From the first photo, enlarged, to the second one, which Escape leads back to. */
async function expectEnlarged(
  page: Page,
  { model, photos }: Awaited<ReturnType<typeof phoneWithPhotos>>,
): Promise<void> {
  await page.locator('.gallery-link').nth(2).focus();
  await page.keyboard.press('Home');
  await expect(shown(page)).toHaveText('Photo 1 of 3');
  await expect(page.locator('.gallery-link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Photos of ${model}, enlarged` });
  await expect(dialog.getByRole('img')).toHaveAttribute('src', photos[0] ?? '');
  await page.keyboard.press('End');
  await expect(dialog.getByRole('img')).toHaveAttribute('src', photos[2] ?? '');
  await page.keyboard.press('Home');
  await expect(dialog.getByRole('img')).toHaveAttribute('src', photos[0] ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img')).toHaveAttribute('src', photos[1] ?? '');
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
}

/** Two fingers, each at this distance from the middle of the photo. */
const apart = (pixels: number) => [
  { x: 180 - pixels, y: 400, id: 0 },
  { x: 180 + pixels, y: 400, id: 1 },
];

/**
 * Fingers that touch the screen, move in twenty steps, rest and leave it: by the times of these events the movement has
 * no momentum: until it ended, the next tap would be ignored.
 */
async function touch(page: Page, at: (part: number) => { x: number; y: number; id?: number }[]) {
  const browser = await page.context().newCDPSession(page);
  const endedAt = Date.now() / 1000;
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: ReturnType<typeof at>,
    secondsBefore: number,
  ) => browser.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: endedAt - secondsBefore });
  await send('touchStart', at(0), 1);
  for (let step = 1; step <= 20; step += 1) await send('touchMove', at(step / 20), 1 - step / 40);
  await send('touchEnd', [], 0);
}

async function middle(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a finger leads to the next photo, also enlarged, arrows show where they lead, and two fingers zoom', async ({
    page,
  }) => {
    const phone = await phoneWithPhotos();
    await page.goto('/blog');
    await page.goto(`/product/${phone._id}`);
    const previous = page.getByRole('button', { name: 'Previous photo' });
    const next = page.getByRole('button', { name: 'Next photo' });
    // The one that leads nowhere is faint.
    await expect(next).toHaveCSS('opacity', '1');
    await expect(previous).toHaveCSS('opacity', '0.45');
    const { y } = await middle(page.locator('.gallery-track'));
    await touch(page, (part) => [{ x: 310 - 250 * part, y }]);
    await expect(shown(page)).toHaveText('Photo 2 of 3');
    // Where nothing scrolls, browsers take such a movement for "back".
    const arrow = await middle(previous);
    await touch(page, (part) => [{ x: arrow.x + 80 * part, y: arrow.y }]);
    await expect(previous).toHaveCSS('touch-action', 'pan-y pinch-zoom');
    await expect(page).toHaveURL(`/product/${phone._id}`);
    await next.tap();
    await expect(shown(page)).toHaveText('Photo 3 of 3');
    await expect(previous).toHaveCSS('opacity', '1');
    await expect(next).toHaveCSS('opacity', '0.45');
    await previous.tap();
    await expect(shown(page)).toHaveText('Photo 2 of 3');
    await previous.tap();
    await expect(shown(page)).toHaveText('Photo 1 of 3');

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

test('while a photo loads, a preview of its colours is shown, and nothing moves when it arrives', async ({
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
