import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tallyPlaywright, tallyReport, tallyVitest } from './test-tally.ts';

const passed = { status: 'passed' };
const failed = { status: 'failed' };

test('a file that breaks before its tests run counts as a failure', () => {
  const testResults = [
    { ...failed, assertionResults: [] },
    { ...failed, assertionResults: [passed, failed] },
    { ...passed, assertionResults: [passed] },
  ];
  const report = { numPassedTests: 2, numFailedTests: 1, testResults };
  expect(tallyVitest(report)).toEqual({ passed: 2, failed: 2 });
});

test('a browser test that passed only on another try has failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] };
  expect(tallyPlaywright(report)).toEqual({ passed: 5, failed: 2 });
});

test('a runner that failed without a failing test counts as one failure', async () => {
  const path = await write('{}');
  expect(await tallyReport(path, () => ({ passed: 3, failed: 0 }), false)).toEqual({ passed: 3, failed: 1 });
  expect(await tallyReport(path, () => ({ passed: 3, failed: 0 }), true)).toEqual({ passed: 3, failed: 0 });
});

test('a runner that left no report has failed', async () => {
  expect(await tallyReport('/does/not/exist', tallyVitest, true)).toEqual({ passed: 0, failed: 1 });
});

async function write(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'report.json'), text);
  return join(folder, 'report.json');
}
