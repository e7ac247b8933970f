/** The programs that are measured, each a process of its own. */
import { fileURLToPath } from 'node:url';

import type { Market } from './market.ts';
import type { Options } from './options.ts';
import { type Program, startProgram } from './program.ts';

/** What a row is measured on: both programs on the same data. */
export interface Stage {
  readonly options: Options;
  readonly market: Market;
  /** The product, as `npm start` runs it. */
  readonly ours: Program;
  readonly baseline: Program;
}

/** Sets up programs for `work` and ends them afterwards, whatever happens. */
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

/** The product that makes every answer anew. */
export const startUncached = ({ env }: Market): Promise<Program> =>
  startProgram(fileOf('#scripts/start.ts'), { ...env, PAGE_CACHE_MB: '0' }, '/readyz');

/** The product as somebody finds it who has just started it: a database of its own, the demo in it. */
export const startDemo = (folder: string): Promise<Program> =>
  startProgram(fileOf('#scripts/start.ts'), { DATA_DIR: folder }, '/readyz');

/** The bare program on the same database. */
export const startBaseline = ({ env }: Market, cardsFile: string): Promise<Program> =>
  startProgram(fileOf('./baseline.ts'), { ...env, CARDS_FILE: cardsFile }, '/ready', []);

/** The bare program that answers from memory what is in `folder`. */
export const startMemoryBaseline = (folder: string): Promise<Program> =>
  startProgram(fileOf('./baseline-memory.ts'), { KEPT_FOLDER: folder }, '/ready', []);

const fileOf = (name: string): string => fileURLToPath(import.meta.resolve(name));
