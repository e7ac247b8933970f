import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

import { canInstallWithApt, installWithApt } from './install-with-apt.ts';

// The headless shell first: the same engine without windows, which opens a page in half the time.
const shell = 'chromium-headless-shell';
const usualNames = [
  shell,
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * The path of a Chromium for the browser tests: CHROMIUM, the system's, Playwright's, or that of the package
 * @sparticuz/chromium. As root with apt, one is installed if all are missing.
 *
 * @throws Error that says what to install if there is none
 */
export async function findChromium(): Promise<string> {
  const found = fromEnvironment() ?? onPath() ?? installedByPlaywright() ?? (await inPackage());
  if (found) return found;
  if (canInstallWithApt()) {
    installWithApt(shell, 'The browser tests need a Chromium');
    const installed = onPath();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need a Chromium and none was found. Install chromium or google-chrome, run\n' +
      '`npx playwright install chromium`, or set CHROMIUM to the path of one.',
  );
}

function fromEnvironment(): string | undefined {
  const path = process.env.CHROMIUM;
  if (path && !existsSync(path)) throw new Error(`CHROMIUM names ${path}, which does not exist.`);
  return path || undefined;
}

function onPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const places = usualNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  places.push('/opt/google/chrome/chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  return places.find((place) => existsSync(place));
}

/** Where `npx playwright install chromium` puts it. */
function installedByPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** Not among our dependencies: used if somebody has installed it because there is no other way. */
async function inPackage(): Promise<string | undefined> {
  const name = '@sparticuz/chromium';
  try {
    const found = (await import(name)) as { default: { executablePath(): Promise<string> } };
    return await found.default.executablePath();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
