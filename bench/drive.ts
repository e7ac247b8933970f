/** Load for answers that are sent faster than a larger program could ask for them. */
import { type Line, openLine } from './line.ts';
import { connections } from './measure.ts';
import type { Options } from './options.ts';

/** One server and what it is asked for. */
export interface Target {
  readonly address: string;
  readonly request: Buffer;
}

/** Requests a second of every target, of each round; the targets are driven in turn. */
export async function driveInTurn(
  targets: readonly Target[],
  { rounds, roundSeconds, warmUpSeconds }: Options,
): Promise<(readonly number[])[]> {
  const sides = await Promise.all(targets.map(openSide));
  try {
    for (const side of sides) await drive(side, warmUpSeconds);
    for (let round = 0; round < rounds; round += 1) {
      // Whoever comes later may find the machine in another state: the order turns round.
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
