import { expect } from '@playwright/test';

import { test } from './test.ts';

test('the second click of a double-click does not press what the first has brought there', async ({
  page,
}) => {
  await page.goto('/search?condition=bad&condition=good&minPrice=1&maxPrice=9999');
  const searched: string[] = [];
  page.on('request', (request) => searched.push(new URL(request.url()).search));
  const chips = page.getByRole('list', { name: 'Chosen' }).getByRole('link');
  const chip = chips.filter({ hasText: 'Bad Condition' });
  const { x, y, width, height } = (await chip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  // The next chip takes its place.
  await expect(chip).toBeHidden();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await chips.filter({ hasText: 'Up to' }).click();
  await expect(page).toHaveURL('/search?condition=good&minPrice=1');
  expect(searched.filter((query) => query.startsWith('?minPrice'))).toEqual([]);
});
