/** How a run was asked for. */
export interface Options {
  /** Phones in the data set. */
  readonly phones: number;
  readonly isQuick: boolean;
  /** Prints one JSON line per row instead of the table. */
  readonly isJson: boolean;
  /** Of each side, interleaved. */
  readonly rounds: number;
  readonly roundSeconds: number;
  /** For each side, before the first round counts. */
  readonly warmUpSeconds: number;
}

const usage = 'Usage: npm run bench -- [--quick] [--json] [--phones=20000]';
const largest = 1_000_000;

/**
 * Reads the command line.
 *
 * @throws Error with the usage for anything unknown
 */
export function readOptions(parameters: readonly string[]): Options {
  let phones = 20_000;
  const flags = new Set<string>();
  for (const parameter of parameters) {
    const count = /^--phones=(\d+)$/.exec(parameter)?.[1];
    if (count !== undefined) phones = Number(count);
    else if (parameter === '--quick' || parameter === '--json') flags.add(parameter);
    else throw new Error(`${parameter} is unknown. ${usage}`);
  }
  if (phones < 1000 || phones > largest) throw new Error(`--phones is from 1000 to ${largest}. ${usage}`);
  const isQuick = flags.has('--quick');
  const pace = isQuick
    ? { rounds: 5, roundSeconds: 0.8, warmUpSeconds: 1 }
    : { rounds: 7, roundSeconds: 2, warmUpSeconds: 3 };
  return { phones, isQuick, isJson: flags.has('--json'), ...pace };
}
