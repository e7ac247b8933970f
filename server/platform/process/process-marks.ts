// Which running processes use a folder: one small file each, so that a crash leaves nothing to clean up.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unlessMissing } from '#server/platform/unless-missing.ts';

export interface ProcessMark {
  /** Process ids of the others that were alive when the mark was set. */
  others: number[];
  remove(): Promise<void>;
}

/**
 * Marks `folder` as used by this process and returns who else uses it. A process that finds others may withdraw by
 * removing its own mark: of several that start at once, at most one finds itself alone.
 */
export async function markFolder(folder: string): Promise<ProcessMark> {
  await mkdir(folder, { recursive: true });
  const own = `${process.pid}-${startOf(process.pid) ?? ''}-${randomBytes(4).toString('hex')}`;
  await writeFile(join(folder, own), '');
  const others = await liveMarks(folder, own);
  return { others, remove: () => rm(join(folder, own), { force: true }) };
}

/** Process ids of the running processes that have marked `folder`; removes the marks of processes that have ended. */
export async function liveMarks(folder: string, except?: string): Promise<number[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const live: number[] = [];
  for (const name of names) {
    if (name === except) continue;
    const [pid = '', start] = name.split('-');
    if (startOf(Number(pid)) === start) live.push(Number(pid));
    else await rm(join(folder, name), { force: true });
  }
  return live;
}

/** True while the process runs; a zombie, which only waits for its parent to notice, does not. */
export function isAlive(pid: number): boolean {
  return startOf(pid) !== undefined;
}

/** When a process started, which distinguishes it from a later one with the same number. */
function startOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    if (process.platform === 'linux') return startOnLinux(pid);
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim().replaceAll(/\W+/g, '_') || undefined;
  } catch {
    // No such process: `/proc` has no folder of it, `ps` no line.
    return undefined;
  }
}

function startOnLinux(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}
