import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import type { Programs } from './compared-programs.ts';
import type { Row } from './table.ts';

/** The memory of the product's web process after the previous rows have loaded it. */
export async function measureMemory({ ours }: Pick<Programs, 'ours'>): Promise<Row[]> {
  return [
    {
      work: 'memory of the web process after the load',
      ours: [residentMb(ours.pid)],
      bound: { kind: 'most', of: 300 },
      unit: 'MB',
    },
  ];
}

/** The resident memory of a process. */
export function residentMb(pid: number): number {
  if (process.platform === 'linux') {
    // Small systems come without `ps`.
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  }
  const text = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(text.trim()) / 1024;
}
