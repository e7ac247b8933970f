/** What is checked of a whole page: accessibility, and that it fits the width of the screen. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { type Page, expect } from '@playwright/test';
import type axeCore from 'axe-core';

/**
 * Axe finds nothing on this page in its current state.
 *
 * @param options.within a selector, if only a part is to be checked, such as a dialog above a long page
 * @param options.schemes by default light and dark
 */
export async function expectNoAxeFindings(
  page: Page,
  {
    within = 'html',
    schemes = ['dark', 'light'],
  }: { within?: string; schemes?: readonly ('dark' | 'light')[] } = {},
): Promise<void> {
  // Axe fails if nothing matches yet, and a dialog's code may still be loading.
  await expect(page.locator(within).filter({ visible: true }).first()).toBeVisible();
  // A page that still loads has no heading yet, and its content is not there to be checked.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  if (within === 'html') await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A list that is about to be replaced is pale.
  await expect(page.locator(within).locator('.found[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(axeSource);
  for (const [index, colorScheme] of schemes.entries()) {
    // Without motion, no colour is measured during a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoMotion(page);
    // The schemes differ only in their colours.
    const findings = await page.evaluate(findFaults, { within, coloursOnly: index > 0 });
    expect(findings, `axe in ${colorScheme}`).toEqual([]);
  }
}

/** The page at its present width in light, and at 360 px in dark: all four combinations would find the same. */
export async function expectAccessible(page: Page): Promise<void> {
  const usual = page.viewportSize();
  await expectNoAxeFindings(page, { schemes: ['light'] });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectNoAxeFindings(page, { schemes: ['dark'] });
  if (usual !== null) await page.setViewportSize(usual);
}

// In the page.
declare const axe: typeof axeCore;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page. Lists of what is right would take a quarter of the time. */
async function findFaults({ within, coloursOnly }: { within: string; coloursOnly: boolean }) {
  const rules = coloursOnly ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } } : {};
  const { violations } = await axe.run(within, { resultTypes: ['violations'], ...rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

/** Waits for the end of motion that began before it was turned off. */
const expectNoMotion = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.getAnimations().map(({ playState }) => playState)))
    .not.toContain('running');

/** Nothing extends beyond the width of the screen, once the layout is complete. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const widths = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { screen: innerWidth, beyond: scrollWidth - clientWidth };
    });
  await expect
    .poll(widths, `side scroll of ${page.url()}`)
    .toEqual({ screen: page.viewportSize()?.width, beyond: 0 });
}
