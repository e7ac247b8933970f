/** Generates load for replies that are sent faster than a larger load generator could request them. */
import { type Connection, openConnection } from './connection.ts';
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
    for (const { openConnections } of sides) for (const connection of openConnections) connection.close();
  }
  return sides.map(({ rates }) => rates);
}

interface Side {
  readonly request: Buffer;
  readonly openConnections: readonly Connection[];
  readonly rates: number[];
}

async function openSide({ address, request }: Target): Promise<Side> {
  const openConnections = await Promise.all(
    Array.from({ length: connections }, () => openConnection(address)),
  );
  return { request, openConnections, rates: [] };
}

async function drive({ request, openConnections }: Side, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let answers = 0;
  const sendRequests = async (connection: Connection): Promise<void> => {
    while (performance.now() < endsAt) {
      await connection.ask(request);
      answers += 1;
    }
  };
  await Promise.all(openConnections.map(sendRequests));
  return answers / ((performance.now() - startedAt) / 1000);
}
