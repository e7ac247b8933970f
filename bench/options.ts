/** The options of a run. */
export interface Options {
  /** Phones in each data set, the smallest first. */
  readonly sizes: readonly number[];
  readonly isQuick: boolean;
  /** Measures only the rows about very many orders, and prints them. */
  readonly isDeals: boolean;
  /** Prints one JSON line per row instead of the table. */
  readonly isJson: boolean;
  /** The number of rounds of each side, interleaved. */
  readonly rounds: number;
  readonly roundSeconds: number;
  /** The warm-up of each side before the first round. */
  readonly warmUpSeconds: number;
}

const usage = 'Usage: npm run bench -- [--quick] [--json] [--deals] [--phones=1000000]';
const sizes = [1000, 20_000, 100_000, 1_000_000];

/**
 * Reads the command line.
 *
 * @throws Error with the usage for anything unknown
 */
export function readOptions(parameters: readonly string[]): Options {
  let most: number | undefined;
  const flags = new Set<string>();
  for (const parameter of parameters) {
    const count = /^--phones=(\d+)$/.exec(parameter)?.[1];
    if (count !== undefined) most = Number(count);
    else if (['--quick', '--json', '--deals'].includes(parameter)) flags.add(parameter);
    else throw new Error(`${parameter} is unknown. ${usage}`);
  }
  const isQuick = flags.has('--quick');
  const largest = most ?? (isQuick ? 20_000 : 1_000_000);
  if (!sizes.slice(1).includes(largest)) {
    throw new Error(`--phones is one of ${sizes.slice(1).join(', ')}. ${usage}`);
  }
  const pace = isQuick
    ? { rounds: 5, roundSeconds: 1, warmUpSeconds: 3 }
    : { rounds: 5, roundSeconds: 2, warmUpSeconds: 3 };
  const isDeals = flags.has('--deals');
  return {
    sizes: isDeals ? [largest] : sizes.filter((size) => size <= largest),
    isQuick,
    isDeals,
    isJson: flags.has('--json'),
    ...pace,
  };
}

/**
 * Reads the command line of `npm run bench:page`.
 *
 * @throws Error with the usage for anything but `--json`
 */
export function readPageOptions(parameters: readonly string[]): Pick<Options, 'isJson'> {
  const unknown = parameters.find((parameter) => parameter !== '--json');
  if (unknown !== undefined) throw new Error(`${unknown} is unknown. Usage: npm run bench:page -- [--json]`);
  return { isJson: parameters.length > 0 };
}
