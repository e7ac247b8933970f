/** What a person pays for a page: all JavaScript that it loads by itself until the network is idle, in gzip. */
import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

/** What a public page may weigh, in bytes. */
const usualBudget = 150_000;
/** Pages whose purpose is a form bring the code of forms. */
const formBudget = 175_000;

export interface WeighedPage {
  readonly name: string;
  readonly path: string;
  readonly budget: number;
}

/** Every public page. */
export const publicPages = (ids: { categoryId: string; productId: string }): readonly WeighedPage[] => [
  { name: 'home', path: '/', budget: usualBudget },
  { name: 'category', path: `/category/${ids.categoryId}`, budget: usualBudget },
  { name: 'search', path: '/search?q=galaxy', budget: usualBudget },
  { name: 'product', path: `/product/${ids.productId}`, budget: usualBudget },
  { name: 'blog', path: '/blog', budget: usualBudget },
  { name: 'about', path: '/about/how-it-works', budget: usualBudget },
  { name: 'error', path: '/no-such-page', budget: usualBudget },
  { name: 'login', path: '/login', budget: formBudget },
  { name: 'sign-up', path: '/signup', budget: formBudget },
  { name: 'forgotten password', path: '/forgot-password', budget: formBudget },
  { name: 'new password', path: '/reset-password?token=none', budget: formBudget },
];

/** Opens an address in a browser that knows nothing of the site yet, and weighs the scripts that it fetches. */
export async function weighJavaScript(page: Page, address: string): Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
