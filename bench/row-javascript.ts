import { chromium } from '@playwright/test';

import { findChromium } from '#scripts/find-chromium.ts';
import { weighedPages, weighJavaScript } from '#testing/page-weight.ts';
import { listPhones } from './questions.ts';
import type { Stage } from './stage.ts';
import type { Row } from './table.ts';

/** All JavaScript that each public page loads until the network is idle. */
export async function measureJavaScript({ market, ours }: Pick<Stage, 'market' | 'ours'>): Promise<Row[]> {
  const [productId = ''] = await listPhones(market, 1);
  return javaScriptRows(ours.address, { categoryId: market.categoryId, productId });
}

/** The same of any running site. */
export async function javaScriptRows(
  address: string,
  ids: { categoryId: string; productId: string },
): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows: Row[] = [];
    for (const { name, path, budget } of weighedPages(ids)) {
      const page = await browser.newPage();
      const bytes = await weighJavaScript(page, new URL(path, address).href);
      rows.push({
        work: `all JavaScript that the ${name} page loads by itself, gz`,
        ours: [bytes / 1000],
        bound: { kind: 'most', of: budget / 1000 },
        unit: 'KB',
      });
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}
