import { defineConfig } from '@playwright/test';
import { findChromium } from '#scripts/find-chromium.ts';
import { freePort } from '#server/platform/process/free-port.ts';

// Playwright loads this file again in each worker; what the first load found is handed on by the environment.
process.env.CHROMIUM ??= await findChromium();
process.env.E2E_PORT ??= String(await freePort());
const address = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // On the cluster each process caches and counts its own pages; without it there is no nginx.
  testIgnore: [process.env.E2E_SERVER === undefined ? 'cluster.spec.ts' : 'cached-pages.spec.ts'],
  outputDir: 'build/test/browser',
  workers: 2,
  // For a journey that hangs. Each of its steps has its own limit, and the longest have more than a hundred.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'build/test/playwright.json' }],
  ],
  use: {
    baseURL: address,
    // A test that answers a request itself would never see what a service worker asks for.
    serviceWorkers: 'block',
    // A trace of each journey takes as much time as the journey: `npx playwright test --trace=on …` for one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        // Chromium's sandbox does not work as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" ${process.env.E2E_SERVER ?? 'testing/browser-server.ts'}`,
    url: `${address}/healthz`,
    env: { PORT: process.env.E2E_PORT, PUBLIC_URL: address, RATE_LIMIT_FACTOR: '0' },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
