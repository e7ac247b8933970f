import { z } from 'zod/mini';

/** The branches in an Istanbul report. */
const CoverageReport = z.record(
  z.string(),
  z.object({
    branchMap: z.record(
      z.string(),
      z.object({
        type: z.string(),
        loc: z.object({ start: z.object({ line: z.number() }) }),
        locations: z.array(z.object({ start: z.object({ line: z.optional(z.number()) }) })),
      }),
    ),
    b: z.record(z.string(), z.array(z.number())),
  }),
);

/** Each branch that was never taken, as `file:line (kind)`, in the order of the files. */
export function listUntakenBranches(report: unknown): string[] {
  return Object.entries(CoverageReport.parse(report)).flatMap(([file, { branchMap, b }]) => {
    const places = Object.entries(b).flatMap(([id, counts]) => {
      const branch = branchMap[id];
      if (!branch) return [];
      return counts.flatMap((count, index) => {
        if (count > 0) return [];
        return [{ line: branch.locations[index]?.start.line ?? branch.loc.start.line, kind: branch.type }];
      });
    });
    return places
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, kind }) => `${file}:${line} (${kind})`);
  });
}
