// The import rules as a list; the first that is broken is reported.
import { dirname } from 'node:path/posix';

import type { Violation, Import, Rule } from './check-imports-violation.ts';
import { domainRules } from './check-imports-domains.ts';
import { layerRules } from './check-imports-layers.ts';
import { webRules } from './check-imports-web.ts';

/** Checks one import by every rule; for free places (tests, tools) only by those on how a path is written. */
export function violationOf(edge: Import): Violation | undefined {
  const rules = edge.from.isFree ? spellingRules : [...spellingRules, ...edgeRules];
  for (const rule of rules) {
    const violation = rule(edge);
    if (violation) return violation;
  }
  return undefined;
}

const noParentImports: Rule = ({ specifier }) =>
  /(^|\/)\.\.(\/|$)/.test(specifier)
    ? {
        rule: 'an import never climbs with ../',
        advice: 'write ./ inside the folder and #layer/… across folders',
      }
    : undefined;

const namesExtension: Rule = ({ specifier, to }) =>
  to.kind === 'own' && !/\.[a-z]+(\?.*)?$/.test(specifier) && !specifier.startsWith('./+types/')
    ? {
        rule: 'an import of ours names the file with its extension',
        advice: 'add .ts or .tsx: Node runs the sources',
      }
    : undefined;

const relativeInFolder: Rule = ({ specifier, from, to }) =>
  specifier.startsWith('#') && to.kind === 'own' && dirname(from.path) === dirname(to.place.path)
    ? {
        rule: 'inside a folder an import starts with ./',
        advice: `write ./${to.place.path.split('/').at(-1)}`,
      }
    : undefined;

const spellingRules = [noParentImports, namesExtension, relativeInFolder];
const edgeRules = [...layerRules, ...domainRules, ...webRules];
