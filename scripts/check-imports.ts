import { domains as allDomains } from '#contract/domains.ts';
import { type Edge, findCycles } from './check-imports-cycles.ts';
import { fileViolations } from './check-imports-files.ts';
import { type Parsed, parseSource } from './check-imports-parser.ts';
import { type Place, placeOf, targetOf } from './check-imports-places.ts';
import { violationOf } from './check-imports-rules.ts';

export type Finding = { path: string; line: number; rule: string; advice: string };

/**
 * Checks source files by the rules for imports and names.
 * @param files paths relative to the repository's root (with forward slashes) and their text
 * @param domains the domains in order, each of which may use those before it
 */
export function checkImports(
  files: ReadonlyMap<string, string>,
  domains: readonly string[] = allDomains,
): Finding[] {
  const parsed = [...files].map(([path, source]) => ({
    from: placeOf(path, domains),
    parsed: parseSource(path, source),
  }));
  return [...parsed.flatMap((file) => checkFile(file, domains)), ...checkCircles(parsed, domains)];
}

/** One line with the place, the violation and the advice. */
export function showFinding({ path, line, rule, advice }: Finding): string {
  return `${path}:${line}  ${rule}; ${advice}`;
}

interface ParsedFile {
  readonly from: Place;
  readonly parsed: Parsed;
}

function checkFile({ from, parsed }: ParsedFile, domains: readonly string[]): Finding[] {
  const findings = fileViolations(from, parsed, domains).map((violation) => ({
    path: from.path,
    ...violation,
  }));
  for (const { specifier, line } of parsed.references) {
    const violation = violationOf({ specifier, from, to: targetOf(specifier, from, domains), domains });
    if (violation)
      findings.push({ path: from.path, line, ...violation, rule: `${violation.rule} (${specifier})` });
  }
  return findings;
}

function checkCircles(files: readonly ParsedFile[], domains: readonly string[]): Finding[] {
  const edges = files.flatMap(({ from, parsed }) =>
    parsed.references.flatMap(({ specifier, line }): Edge[] => {
      const to = targetOf(specifier, from, domains);
      return to.kind === 'own' ? [{ from: from.path, to: to.place.path, line }] : [];
    }),
  );
  return findCycles(edges).map((cycle) => ({
    path: cycle[0]?.from ?? '',
    line: cycle[0]?.line ?? 1,
    rule: `files do not import one another in a cycle: ${cycle.map(({ from }) => from).join(' -> ')} -> back`,
    advice: 'move what both need to a file of its own',
  }));
}
