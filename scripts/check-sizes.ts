const mostLines = 300;
const mostScripts = 15;
// Generated files and tables of facts may have any length.
const source = /\.(ts|tsx|js|mjs|css)$/;
const notCounted = /^db\/(migrations|demo|devices)\//;

/**
 * Finds what is too long: a source file over 300 lines, including style sheets, and more than 15 npm scripts.
 *
 * @param files text by path, `package.json` among them
 * @returns one line for each finding; empty if there are none
 */
export function findOversize(files: ReadonlyMap<string, string>): string[] {
  const long = [...files]
    .filter(([path]) => source.test(path) && !notCounted.test(path))
    .map(([path, text]): [string, number] => [path, countLines(text)])
    .filter(([, lines]) => lines > mostLines)
    .map(([path, lines]) => `${path} has ${lines} lines (at most ${mostLines}): split it by thought`);
  return [...long, ...tooManyScripts(files.get('package.json'))];
}

function tooManyScripts(manifest: string | undefined): string[] {
  if (manifest === undefined) return [];
  const { scripts = {} } = JSON.parse(manifest) as { scripts?: Record<string, string> };
  const count = Object.keys(scripts).length;
  return count > mostScripts ? [`package.json has ${count} npm scripts (at most ${mostScripts})`] : [];
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
