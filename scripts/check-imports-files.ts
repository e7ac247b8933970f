// Violations of a single file, whatever it imports: its name, its folder, its access to the environment.
import type { Parsed } from './check-imports-parser.ts';
import type { Place } from './check-imports-places.ts';
import type { Violation } from './check-imports-violation.ts';

type FileViolation = Violation & { line: number };

/** Checks one file, except for its imports, by the rules on names, barrels and the environment. */
export function fileViolations(place: Place, parsed: Parsed, domains: readonly string[]): FileViolation[] {
  return [
    ...syntaxViolations(parsed),
    ...nameViolations(place),
    ...folderViolations(place, domains),
    ...componentViolations(place, parsed),
    ...barrelViolations(place, parsed),
    ...environmentViolations(place, parsed),
  ];
}

const catchAllNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'lib', 'types']);
const roles = ['routes', 'service', 'repository', 'jobs'];

function syntaxViolations({ syntaxError }: Parsed): FileViolation[] {
  if (!syntaxError) return [];
  return [
    {
      line: syntaxError.line,
      rule: `the file does not parse: ${syntaxError.message}`,
      advice: 'correct the syntax',
    },
  ];
}

function nameViolations({ segments }: Place): FileViolation[] {
  const catchAll = segments.find((segment) => catchAllNames.has(segment));
  if (catchAll === undefined) return [];
  return [
    {
      line: 1,
      rule: `no file or folder is named ${catchAll}`,
      advice: 'name it after what it does, in its domain, platform/ or ui/',
    },
  ];
}

function folderViolations(place: Place, domains: readonly string[]): FileViolation[] {
  const { layer, segments, domain } = place;
  if ((layer !== 'server' && layer !== 'web') || segments.length < 3) return [];
  const folder = segments[1] ?? '';
  const others =
    layer === 'server'
      ? ['platform']
      : ['platform', 'ui', 'layout', 'sections', 'routes', 'blog', 'pictures'];
  if (domain === undefined && !others.includes(folder)) {
    const allowed = [...others, ...domains].join(', ');
    return [
      {
        line: 1,
        rule: `${layer}/${folder}/ is no domain of contract/domains.ts`,
        advice: `it holds only ${allowed}; npm run new:domain adds a domain`,
      },
    ];
  }
  return layer === 'server' && domain !== undefined && !place.isTest ? roleViolations(segments) : [];
}

function roleViolations(segments: string[]): FileViolation[] {
  const name = segments.at(-1) ?? '';
  const endsInRole = roles.some((role) => name.endsWith(`-${role}`));
  if (segments.length === 3 && (roles.includes(name) || (/^[a-z]+(-[a-z0-9]+)+$/.test(name) && !endsInRole)))
    return [];
  return [
    {
      line: 1,
      rule: `a domain of the server contains only ${roles.join(', ')} and <verb-noun> files`,
      advice: `rename ${name} to one of these, or to a verb and a noun such as settle-payment`,
    },
  ];
}

/** Files with several components are named after what these have in common, such as `inputs`. */
function componentViolations({ path, segments }: Place, { exportedNames }: Parsed): FileViolation[] {
  const [name, another] = exportedNames;
  if (!/^web\/(?!routes\/).*\.tsx$/.test(path) || name === undefined || another !== undefined) return [];
  const kebab = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  if (!/^[A-Z]/.test(name) || segments.at(-1) === kebab) return [];
  return [
    {
      line: 1,
      rule: `the component ${name} lives in a file of its name`,
      advice: `rename the file to ${kebab}.tsx`,
    },
  ];
}

function barrelViolations({ path, segments }: Place, { barrelLine }: Parsed): FileViolation[] {
  if (path === 'contract/api.ts') return [];
  const advice = 'import each name from the file that defines it; contract/api.ts is the only barrel';
  if (segments.at(-1) === 'index') return [{ line: 1, rule: 'no index files', advice }];
  return barrelLine === undefined ? [] : [{ line: barrelLine, rule: 'no barrels', advice }];
}

function environmentViolations(
  { path, layer, isTest, isFree }: Place,
  { environmentReads }: Parsed,
): FileViolation[] {
  const isAllowed =
    (isFree && !(layer && isTest)) || path === 'server/platform/config.ts' || path === 'sandbox/main.ts';
  if (isAllowed) return [];
  return environmentReads.map((line) => ({
    line,
    rule: 'only server/platform/config.ts reads process.env',
    advice: 'declare the variable there and take the value as an argument',
  }));
}
