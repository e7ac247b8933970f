import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, liveMarks, markFolder } from './process-marks.ts';

test('whoever marks a folder second gets the process id of the first', async () => {
  const folder = await emptyFolder();
  const first = await markFolder(folder);
  const second = await markFolder(folder);
  expect(first.others).toEqual([]);
  expect(second.others).toEqual([process.pid]);
});

test('a removed mark no longer counts', async () => {
  const folder = await emptyFolder();
  const mark = await markFolder(folder);
  await mark.remove();
  expect(await liveMarks(folder)).toEqual([]);
});

test('the mark of a dead process whose number was given out again does not count and is swept', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, `${process.pid}-1-deadbeef`), '');
  expect(await liveMarks(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('this process is alive, and an impossible process id is not', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 30)).toBe(false);
  expect(isAlive(Number.NaN)).toBe(false);
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
