/** The order's page, as its two sides use it. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';

import { drawPicture } from './journey.ts';

/** A page of somebody else, in a browser of their own. */
export const anotherBrowser = async (browser: Browser): Promise<Page> =>
  (await browser.newContext()).newPage();

/** Where an order stands, in large. */
export const standing = (page: Page): Locator =>
  page.getByRole('region', { name: 'Where this order stands' });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens an action's dialog by its button in the list of what can be done. */
export const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name: 'What you can do' }).getByRole('button', { name, exact: true }).click();

/** Does what the open dialog is about. */
export const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** A dialog that closes goes back one entry in the browser's history, which would cancel an address that is opened meanwhile. */
export async function untilClosed(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => (history.state as { layers?: string[] }).layers ?? []))
    .toEqual([]);
}

/** So many photos, to be chosen in a form. */
export const photos = async (count: number) => {
  const buffer = await drawPicture();
  return Array.from({ length: count }, (_, place) => ({
    name: `photo-${place + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
};
