// Import cycles, including types and dynamic imports: none of these files can be read or moved alone.

/** An import of one of our files by another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** Finds import cycles: each as its edges, from its first file (by name) back to it. */
export function findCycles(edges: readonly Edge[]): Edge[][] {
  const imports = Map.groupBy(edges, ({ from }) => from);
  const inCycle = new Set<string>();
  const cycles: Edge[][] = [];
  for (const start of [...imports.keys()].toSorted()) {
    // A second cycle through the same file is found once the first is removed.
    if (inCycle.has(start)) continue;
    const cycle = shortestWayBack(start, imports);
    if (cycle === undefined) continue;
    for (const { from } of cycle) inCycle.add(from);
    cycles.push(cycle);
  }
  return cycles;
}

function shortestWayBack(start: string, imports: ReadonlyMap<string, Edge[]>): Edge[] | undefined {
  const seen = new Set<string>();
  const ways: Edge[][] = [[]];
  for (const way of ways) {
    for (const edge of imports.get(way.at(-1)?.to ?? start) ?? []) {
      if (edge.to === start) return [...way, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      ways.push([...way, edge]);
    }
  }
  return undefined;
}
