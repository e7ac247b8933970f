import { domains } from '#contract/domains.ts';
import { type Edge, circlesIn } from './check-imports-circles.ts';
import { fileBreaches } from './check-imports-files.ts';
import { type Parsed, parseSource } from './check-imports-parser.ts';
import { type Place, placeOf, targetOf } from './check-imports-places.ts';
import { breachOf } from './check-imports-rules.ts';

export type Finding = { path: string; line: number; rule: string; advice: string };

/**
 * Holds source files against the arrows and names of the house.
 * @param files paths relative to the repository's root (with forward slashes) and their text
 * @param words the domain words, each of which may use those before it
 */
export function checkImports(
  files: ReadonlyMap<string, string>,
  words: readonly string[] = domains,
): Finding[] {
  const parsed = [...files].map(([path, source]) => ({
    from: placeOf(path, words),
    parsed: parseSource(path, source),
  }));
  return [...parsed.flatMap((file) => checkFile(file, words)), ...checkCircles(parsed, words)];
}

/** One line that says where, what is wrong and what to do. */
export function showFinding({ path, line, rule, advice }: Finding): string {
  return `${path}:${line}  ${rule}; ${advice}`;
}

interface ParsedFile {
  readonly from: Place;
  readonly parsed: Parsed;
}

function checkFile({ from, parsed }: ParsedFile, words: readonly string[]): Finding[] {
  const findings = fileBreaches(from, parsed, words).map((breach) => ({ path: from.path, ...breach }));
  for (const { specifier, line } of parsed.references) {
    const breach = breachOf({ specifier, from, to: targetOf(specifier, from, words), words });
    if (breach) findings.push({ path: from.path, line, ...breach, rule: `${breach.rule} (${specifier})` });
  }
  return findings;
}

function checkCircles(files: readonly ParsedFile[], words: readonly string[]): Finding[] {
  const edges = files.flatMap(({ from, parsed }) =>
    parsed.references.flatMap(({ specifier, line }): Edge[] => {
      const to = targetOf(specifier, from, words);
      return to.kind === 'own' ? [{ from: from.path, to: to.place.path, line }] : [];
    }),
  );
  return circlesIn(edges).map((circle) => ({
    path: circle[0]?.from ?? '',
    line: circle[0]?.line ?? 1,
    rule: `files do not import one another in a circle: ${circle.map(({ from }) => from).join(' -> ')} -> back`,
    advice: 'move what both need to a file of its own',
  }));
}
