/** Public answers as somebody without a token reads them, and whether they came from memory. */
import { expect } from 'vitest';

import { callerOf } from './caller.ts';

/** What the page cache of a server has counted so far. */
export async function pageCounts(address: string): Promise<{ hits: number; misses: number; bytes: number }> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^page_cache_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { hits: read('hits_total'), misses: read('misses_total'), bytes: read('bytes') };
}

/** Reads every path until it comes from memory. */
export async function prime(address: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const read = () => callerOf(address).get(path);
    await read();
    const { hits } = await pageCounts(address);
    await read();
    expect((await pageCounts(address)).hits, `${path} comes from memory`).toBe(hits + 1);
  }
}

/** The names of those paths whose answer holds `text`. */
export async function pathsWith(address: string, paths: readonly string[], text: string): Promise<string[]> {
  const replies = await Promise.all(paths.map((path) => callerOf(address).get(path)));
  return paths.filter((_, index) => JSON.stringify(replies[index]?.body).includes(text));
}
