const limits = { median: 70, ninetieth: 200 };
const source = /^(contract|server|web|db|sandbox)\/.*\.(ts|tsx|js)$/;
const notCounted = /\.test\.tsx?$|^db\/(migrations|demo)\//;

export type Sizes = {
  median: number;
  ninetieth: number;
  files: number;
  longest: [path: string, lines: number][];
};

/** Measures the source files' lengths in lines; tests, migrations and demo data are not counted. */
export function measureSizes(files: ReadonlyMap<string, string>): Sizes {
  const lengths = [...files]
    .filter(([path]) => source.test(path) && !notCounted.test(path))
    .map(([path, text]): [string, number] => [path, countLines(text)])
    .toSorted(([, a], [, b]) => a - b);
  return {
    median: quantile(lengths, 0.5),
    ninetieth: quantile(lengths, 0.9),
    files: lengths.length,
    longest: lengths.slice(-5).toReversed(),
  };
}

/** Says how long files are, and whether the median and the 90th percentile are within the limits. */
export function judgeSizes(sizes: Sizes): { ok: boolean; output: string } {
  const summary = `${sizes.files} source files: median ${sizes.median} lines (at most ${limits.median}), 90th percentile ${sizes.ninetieth} (at most ${limits.ninetieth})`;
  const ok = sizes.median <= limits.median && sizes.ninetieth <= limits.ninetieth;
  const longest = sizes.longest.map(([path, lines]) => `  ${lines} ${path}`);
  return {
    ok,
    output: ok ? summary : [summary, 'the longest, to be split by thought:', ...longest].join('\n'),
  };
}

/** The nearest-rank quantile; 0 for no files. */
function quantile(lengths: [string, number][], share: number): number {
  return lengths[Math.max(0, Math.ceil(lengths.length * share) - 1)]?.[1] ?? 0;
}

function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
