// Counts the results in the reports of Vitest and Playwright.
import { readFile } from 'node:fs/promises';
import { z } from 'zod/mini';
import { unlessMissing } from '#server/platform/unless-missing.ts';

export interface Tally {
  passed: number;
  failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Counts test cases, and a failure for each file that failed before its tests could run. */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = VitestReport.parse(report);
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

/** A test that passed only on a retry counts as failed, and so does an error outside of any test. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors } = PlaywrightReport.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Reads a runner's report; a runner that failed never counts as without failures. */
export async function tallyReport(
  path: string,
  count: (report: unknown) => Tally,
  hasSucceeded: boolean,
): Promise<Tally> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  // The runner ended before it could write one.
  if (text === undefined) return { passed: 0, failed: 1 };
  const tally = count(JSON.parse(text));
  return { passed: tally.passed, failed: hasSucceeded ? tally.failed : Math.max(1, tally.failed) };
}
