// Import cycles, including types and dynamic imports: none of these files can be read or moved alone.

/** An import of one of our files by another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** Finds import cycles: each as its edges, from its first file (by name) back to it. */
export function circlesIn(edges: readonly Edge[]): Edge[][] {
  const imports = Map.groupBy(edges, ({ from }) => from);
  const inCircle = new Set<string>();
  const circles: Edge[][] = [];
  for (const start of [...imports.keys()].toSorted()) {
    // A second cycle through the same file is found once the first is removed.
    if (inCircle.has(start)) continue;
    const circle = shortestWayBack(start, imports);
    if (circle === undefined) continue;
    for (const { from } of circle) inCircle.add(from);
    circles.push(circle);
  }
  return circles;
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
