import { chromium } from '@playwright/test';

import { findChromium } from '#scripts/find-chromium.ts';
import { type ExampleIds, weighedPages, weighJavaScript } from '#testing/page-weight.ts';
import type { Programs } from './compared-programs.ts';
import type { Row } from './table.ts';

/** All JavaScript that each public page loads until the network is idle. */
export async function measureJavaScript({ market, ours }: Pick<Programs, 'market' | 'ours'>): Promise<Row[]> {
  const { rows } = await market.pool.query<Pick<ExampleIds, 'productId' | 'sellerId'>>(
    `select id as "productId", seller_id as "sellerId" from products where state = 'live' order by md5(id::text) limit 1`,
  );
  const [phone] = rows;
  if (phone === undefined) throw new Error('There are no phones');
  return javaScriptRows(ours.address, { categoryId: market.categoryId, ...phone });
}

/** The same of any running site. */
export async function javaScriptRows(address: string, ids: ExampleIds): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows: Row[] = [];
    for (const { name, path, target } of weighedPages(ids)) {
      const page = await browser.newPage();
      const bytes = await weighJavaScript(page, new URL(path, address).href);
      rows.push({
        work: `all JavaScript that the ${name} page loads by itself, gz`,
        ours: [bytes / 1000],
        bound: { kind: 'most', of: target / 1000 },
        unit: 'KB',
      });
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}
