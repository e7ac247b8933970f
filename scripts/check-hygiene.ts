export type Violation = { path: string; line: number; what: string };

type Pattern = { paths: RegExp; text: RegExp; what: string };

/**
 * Finds what tracked files must not contain: paths of one machine, download hosts, skipped tests, notes about
 * unfinished work.
 *
 * @param registry the URL of the package registry in use; its host is refused too if it is not the public one
 */
export function findViolations(files: ReadonlyMap<string, string>, registry?: string): Violation[] {
  const patterns = [...fixedPatterns, ...registryPatterns(registry)];
  return [...files].flatMap(([path, text]) =>
    patterns.filter(({ paths }) => paths.test(path)).flatMap((pattern) => violationsIn(path, text, pattern)),
  );
}

const code = /\.(ts|tsx|js|mjs|css|sql)$/;
const tests = /\.(test|spec)\.tsx?$/;
const anything = /(?<!package-lock\.json)$/;

const fixedPatterns: Pattern[] = [
  {
    paths: anything,
    text: /(?<![\w./-])\/(?:work|tmp|farm|root)\//,
    what: 'a path of one machine; take it from the configuration or os.tmpdir()',
  },
  {
    paths: /^package-lock\.json$/,
    text: /"resolved": *"(?:https?|git|file)/,
    what: 'the lockfile names a download host; leave out "resolved"',
  },
  {
    paths: /(^|\/)\.npmrc$/,
    text: /registry *=/,
    what: 'a registry belongs to the machine, not to the repository',
  },
  {
    paths: tests,
    text: /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails)\b(?!\w)/,
    what: 'a test that does not run, or keeps others from it',
  },
  {
    paths: tests,
    text: /^\s*(?:xit|xtest|xdescribe|fit|fdescribe)\(/,
    what: 'a test that does not run, or keeps others from it',
  },
  { paths: code, text: /\b(?:TO[D]O|FIX[M]E)\b/, what: 'unfinished work; finish it or write an issue' },
];

function registryPatterns(registry: string | undefined): Pattern[] {
  const host = registry === undefined || !URL.canParse(registry) ? '' : new URL(registry).hostname;
  const isPublic =
    host === '' ||
    /(^|\.)(npmjs\.org|npmjs\.com|yarnpkg\.com)$/.test(host) ||
    /^(localhost|127\.)/.test(host);
  return isPublic
    ? []
    : [
        {
          paths: /^/,
          text: new RegExp(host.replaceAll('.', String.raw`\.`)),
          what: 'the address of one machine’s package registry',
        },
      ];
}

function violationsIn(path: string, text: string, { text: pattern, what }: Pattern): Violation[] {
  return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [{ path, line: at + 1, what }] : []));
}
