import { domains as allDomains } from '#contract/domains.ts';
import { fileBreaches } from './check-imports-files.ts';
import { parseSource } from './check-imports-parser.ts';
import { placeOf, targetOf } from './check-imports-places.ts';
import { breachOf } from './check-imports-rules.ts';

export type Finding = { path: string; line: number; rule: string; advice: string };

/**
 * Holds source files against the rules for imports and names.
 * @param files paths relative to the repository's root (with forward slashes) and their text
 * @param domains the domains in order, each of which may use those before it
 */
export function checkImports(
  files: ReadonlyMap<string, string>,
  domains: readonly string[] = allDomains,
): Finding[] {
  return [...files].flatMap(([path, source]) => checkFile(path, source, domains));
}

/** One line that says where, what is wrong and what to do. */
export function showFinding({ path, line, rule, advice }: Finding): string {
  return `${path}:${line}  ${rule}; ${advice}`;
}

function checkFile(path: string, source: string, domains: readonly string[]): Finding[] {
  const from = placeOf(path, domains);
  const parsed = parseSource(path, source);
  const findings = fileBreaches(from, parsed, domains).map((breach) => ({ path, ...breach }));
  for (const { specifier, line } of parsed.references) {
    const breach = breachOf({ specifier, from, to: targetOf(specifier, from, domains), domains });
    if (breach) findings.push({ path, line, ...breach, rule: `${breach.rule} (${specifier})` });
  }
  return findings;
}
