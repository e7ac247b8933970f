/** The weight of a page: all JavaScript that it loads until the network is idle, compressed with gzip. */
import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

import { listPublicPages } from '#contract/pages.ts';

/**
 * For each kind of public page, the target and what the tests allow, in bytes. Pages with other forms than those of the
 * entrance miss their target: the form library alone weighs 14 KB.
 */
const budgets = {
  usual: { target: 150_000, limit: 150_000 },
  entrance: { target: 175_000, limit: 175_000 },
  form: { target: 150_000, limit: 175_000 },
} as const;

export interface WeighedPage {
  readonly name: string;
  readonly path: string;
  readonly target: number;
  readonly limit: number;
}

/** What the pages of the examples are about. */
export interface ExampleIds {
  readonly categoryId: string;
  readonly productId: string;
  readonly sellerId: string;
}

/** Every public page, a search that finds nothing, the window of signing in with Google, and an unknown address. */
export const weighedPages = (ids: ExampleIds): readonly WeighedPage[] => [
  ...listPublicPages().flatMap(({ name, path, weight }) =>
    weight === undefined
      ? []
      : [{ name: inWords(name), path: withIds(weight.example ?? path, ids), ...budgets[weight.budget] }],
  ),
  { name: 'search without results', path: '/search?q=zzzzqq', ...budgets.usual },
  { name: 'Google window', path: '/auth/popup-done', ...budgets.usual },
  { name: 'error', path: '/no-such-page', ...budgets.usual },
];

/** `forgot password` for `forgotPassword`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const withIds = (path: string, { categoryId, productId, sellerId }: ExampleIds): string =>
  path.replace(':category', categoryId).replace(':product', productId).replace(':seller', sellerId);

/** Opens a URL in a browser without any cached files of the site, and weighs the scripts that it fetches. */
export async function weighJavaScript(page: Page, address: string): Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
