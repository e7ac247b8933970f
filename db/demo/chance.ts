/** Numbers between 0 and 1 that depend only on the name (mulberry32 over an FNV-1a hash). */
export function chanceOf(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(chance * items.length))];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
