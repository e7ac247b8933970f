/** Public answers as somebody without a token reads them, and whether they came from the cache. */
import { expect } from 'vitest';

import { callerOf, type Reply } from './caller.ts';

/** What the page cache of a server has counted so far. */
export async function pageCounts(address: string): Promise<{ hits: number; misses: number; bytes: number }> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const read = (name: string): number =>
    Number(new RegExp(`^page_cache_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { hits: read('hits_total'), misses: read('misses_total'), bytes: read('bytes') };
}

/** Reads every path until it comes from the cache: pending publications of earlier changes may evict it again. */
export async function prime(address: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const countHits = async (): Promise<number> => {
      const { hits } = await pageCounts(address);
      await callerOf(address).get(path);
      return (await pageCounts(address)).hits - hits;
    };
    await expect.poll(countHits, { message: `${path} comes from memory` }).toBe(1);
  }
}

/** The names of those paths whose answer contains `text`. */
export async function pathsWith(address: string, paths: readonly string[], text: string): Promise<string[]> {
  const replies = await Promise.all(paths.map((path) => readAnswer(address, path)));
  return paths.filter((_, index) => JSON.stringify(replies[index]?.body).includes(text));
}

/** A search that was refused for lack of time says nothing about its results, so it is repeated. */
async function readAnswer(address: string, path: string): Promise<Reply> {
  for (;;) {
    const reply = await callerOf(address).get(path);
    if (reply.status !== 503) {
      // A failure contains no phone, as a list without it.
      expect(reply.status, path).toBeLessThan(500);
      return reply;
    }
    expect(['search.busy', 'search.too-slow']).toContain(reply.body.code);
  }
}
