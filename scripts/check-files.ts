import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unlessMissing } from '#server/platform/unless-missing.ts';

/** Lists the repository's files, committed or untracked, as paths relative to `root`; needs git. */
export async function listFiles(root: string): Promise<string[]> {
  const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await promisify(execFile)('git', arguments_, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter(Boolean).toSorted();
}

/** Reads files as text, by path; a file whose deletion is not committed yet is left out. */
export async function readFiles(root: string, paths: string[]): Promise<Map<string, string>> {
  const entries = await Promise.all(
    paths.map(async (path) => [path, await unlessMissing(readFile(join(root, path), 'utf8'))] as const),
  );
  return new Map(entries.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}
