/** Generates load for replies that are sent faster than a larger load generator could request them. */
import { type Line, openLine } from './line.ts';
import { connections } from './measure.ts';
import type { Options } from './options.ts';

/** One server and its requests. */
export interface Target {
  readonly address: string;
  readonly request: Buffer;
}

/** The rate of every target in each round, in requests a second; the targets are driven in turn. */
export async function driveInTurn(
  targets: readonly Target[],
  { rounds, roundSeconds, warmUpSeconds }: Options,
): Promise<(readonly number[])[]> {
  const sides = await Promise.all(targets.map(openSide));
  try {
    for (const side of sides) await drive(side, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1) {
      // The state of the machine may change, so the order is reversed every other round.
      const order = round % 2 === 0 ? sides : sides.toReversed();
      for (const side of order) side.rates.push(await drive(side, roundSeconds));
    }
  } finally {
    for (const { lines } of sides) for (const line of lines) line.close();
  }
  return sides.map(({ rates }) => rates);
}

interface Side {
  readonly request: Buffer;
  readonly lines: readonly Line[];
  readonly rates: number[];
}

async function openSide({ address, request }: Target): Promise<Side> {
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(address)));
  return { request, lines, rates: [] };
}

async function drive({ request, lines }: Side, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let answers = 0;
  const askOn = async (line: Line): Promise<void> => {
    while (performance.now() < endsAt) {
      await line.ask(request);
      answers += 1;
    }
  };
  await Promise.all(lines.map(askOn));
  return answers / ((performance.now() - startedAt) / 1000);
}
