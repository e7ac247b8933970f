// The maximum height of a phone's card, whatever its texts.
import { expect } from '@playwright/test';

import { listCities } from '#contract/cities.ts';

import { newPerson, newPhone, unique } from './journey.ts';
import { test } from './test.ts';

for (const width of [360, 1280]) {
  test(`a card with the longest words is at most 520 pixels high at ${width}`, async ({ page }) => {
    const seller = await newPerson({
      kind: 'Seller',
      name: unique('Maximiliane Wolkenstein-Trostburg of Rodenegg'),
    });
    const word = unique('Tallcard').replaceAll(' ', '');
    const [city] = await seller.call(listCities, { query: { q: 'Khulna' } });
    const phone = {
      model: `${word} Galaxy Z Fold6 Special Edition 5G Dual SIM Enterprise`,
      storageGb: 256,
      colour: 'silver',
      batteryHealth: 94,
    } as const;
    await newPhone(seller, { ...phone, location: 'Khulna', cityId: city?._id });
    await newPhone(seller, { ...phone, location: 'Llanfairpwllgwyngyllgogerychwyrndrobwll, Wales' });
    await page.setViewportSize({ width, height: 900 });
    const card = page.getByRole('article').first();
    const height = async (): Promise<number> => (await card.boundingBox())?.height ?? Infinity;
    await page.goto(`/search?q=${word}`);
    await expect(card).toContainText(word);
    await expect.poll(height).toBeLessThanOrEqual(520);
    for (const text of ['Not Verify', 'today', 'Good Condition', '2 years']) {
      await expect(card.getByText(text).first()).toBeInViewport({ ratio: 0.8 });
    }
    // Dhaka.
    await page.goto(`/search?q=${word}&near=1185241&sort=distance`);
    await expect(card).toContainText('Khulna · ≈ 132 km');
    await expect.poll(height).toBeLessThanOrEqual(520);
  });
}
