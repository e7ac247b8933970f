/** The measured programs, each a separate process. */
import { fileURLToPath } from 'node:url';

import type { Market } from './market.ts';
import type { Options } from './options.ts';
import { type Program, startProgram } from './program.ts';

/** The programs for a row: both with the same data. */
export interface Programs {
  readonly options: Options;
  readonly market: Market;
  /** The product, as `npm start` runs it. */
  readonly ours: Program;
  readonly baseline: Program;
}

/** Starts programs for `work` and ends them afterwards, also after an error. */
export async function withPrograms<Result>(
  work: (start: (starting: Promise<Program>) => Promise<Program>) => Promise<Result>,
): Promise<Result> {
  const programs: Program[] = [];
  try {
    return await work(async (starting) => {
      const program = await starting;
      programs.push(program);
      return program;
    });
  } finally {
    for (const program of programs.toReversed()) await program.stop();
  }
}

/** The product with its usual settings. */
export const startOurs = ({ env }: Market): Promise<Program> =>
  startProgram(fileOf('#scripts/start.ts'), env, '/readyz');

/** The product without a cache. */
export const startUncached = ({ env }: Market): Promise<Program> =>
  startProgram(fileOf('#scripts/start.ts'), { ...env, PAGE_CACHE_MB: '0' }, '/readyz');

/** The product after its first start: a new database with the demo. */
export const startDemo = (folder: string): Promise<Program> =>
  startProgram(fileOf('#scripts/start.ts'), { DATA_DIR: folder }, '/readyz');

/** The bare program on the same database. */
export const startBaseline = ({ env }: Market, cardsFile: string): Promise<Program> =>
  startProgram(fileOf('./baseline.ts'), { ...env, CARDS_FILE: cardsFile }, '/ready', []);

/** The bare program that serves the files of `folder` from memory. */
export const startMemoryBaseline = (folder: string): Promise<Program> =>
  startProgram(fileOf('./baseline-memory.ts'), { KEPT_FOLDER: folder }, '/ready', []);

const fileOf = (name: string): string => fileURLToPath(import.meta.resolve(name));
