import { fileURLToPath } from 'node:url';

import { buildCards } from './build-cards.ts';
import { type Market, openMarket } from './market.ts';
import type { Options } from './options.ts';
import { type Program, startProgram } from './program.ts';

/** What a row is measured on: both programs, each a process of its own, on the same data. */
export interface Stage {
  readonly options: Options;
  readonly market: Market;
  /** The product, as `npm start` runs it. */
  readonly ours: Program;
  readonly floor: Program;
}

/** Sets the stage for `work` and clears it afterwards, whatever happens. */
export async function onStage<Result>(
  options: Options,
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const cardsFile = await buildCards();
  const market = await openMarket(options.phones);
  const programs: Program[] = [];
  try {
    const ours = await startProgram(
      fileURLToPath(import.meta.resolve('#scripts/start.ts')),
      market.env,
      '/readyz',
    );
    programs.push(ours);
    const floor = await startProgram(
      fileURLToPath(import.meta.resolve('./floor.ts')),
      { ...market.env, CARDS_FILE: cardsFile },
      '/ready',
    );
    programs.push(floor);
    return await work({ options, market, ours, floor });
  } finally {
    for (const program of programs.toReversed()) await program.stop();
    await market.close();
  }
}
