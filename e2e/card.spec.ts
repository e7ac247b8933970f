// The maximum height of a phone's card, whatever its texts.
import { expect } from '@playwright/test';

import { newPerson, newPhone, unique } from './journey.ts';
import { test } from './test.ts';

for (const width of [360, 1280]) {
  test(`a card with the longest words is at most 520 pixels high at ${width}`, async ({ page }) => {
    const seller = await newPerson({
      kind: 'Seller',
      name: unique('Maximiliane Wolkenstein-Trostburg of Rodenegg'),
    });
    const word = unique('Tallcard').replaceAll(' ', '');
    await newPhone(seller, {
      model: `${word} Galaxy Z Fold6 Special Edition 5G Dual SIM Enterprise`,
      location: 'Llanfairpwllgwyngyllgogerychwyrndrobwll, Wales',
      storageGb: 256,
      colour: 'silver',
      batteryHealth: 94,
    });
    await page.setViewportSize({ width, height: 900 });
    const card = page.getByRole('article').first();
    const height = async (): Promise<number> => (await card.boundingBox())?.height ?? Infinity;
    await page.goto(`/search?q=${word}`);
    await expect(card).toContainText(word);
    await expect.poll(height).toBeLessThanOrEqual(520);
    for (const text of ['Not Verify', 'today', 'Good Condition', '2 years']) {
      await expect(card.getByText(text).first()).toBeInViewport({ ratio: 0.8 });
    }
  });
}
