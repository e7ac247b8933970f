/** Open event streams: their memory, and their effect on other requests. */
import { type ClientRequest, get } from 'node:http';

import type { Market } from './market.ts';
import { compare, measureRates } from './measure.ts';
import type { Options } from './options.ts';
import { type Person, signIn } from './people.ts';
import type { Program } from './program.ts';
import { residentMb } from './row-memory.ts';
import type { Row } from './table.ts';

const streams = 1_000;

/** A rate of at least this share of the list's is within the noise between two runs of the same program. */
const unmeasurable = 0.95;

/**
 * The memory of 1,000 open `GET /api/events`, and the rate of the category list with them, compared with the rate
 * without them: the same process, in turn.
 *
 * @param ours a process that nothing else has loaded: free memory of earlier work would hold the streams
 */
export async function measureStreams(market: Market, ours: Program, options: Options): Promise<Row[]> {
  const { address, pid } = ours;
  const people = await signIn(market, 'Buyer', streams);
  let open: readonly ClientRequest[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map(endStream));
    open = [];
  };
  const openAll = async (): Promise<void> => {
    if (open.length === 0) open = await Promise.all(people.map((person) => openStream(address, person)));
  };
  const load = { url: `${address}/api/products?id=${market.categoryId}` };
  try {
    await measureRates({ load }, { ...options, rounds: 1 });
    // The first streams of the process: it keeps the memory of closed ones for the next.
    const before = residentMb(pid);
    await openAll();
    const after = residentMb(pid);
    const rates = await compare({ load, prepare: openAll }, { load, prepare: close }, options);
    return [
      {
        work: `memory of ${streams.toLocaleString('en-US')} open event streams`,
        ours: [after - before],
        bound: { kind: 'most', of: 50 },
        unit: 'MB',
      },
      {
        work: `a category’s phones as JSON beside ${streams.toLocaleString('en-US')} open event streams`,
        ...rates,
        bound: { kind: 'least share', of: unmeasurable },
        unit: 'requests/s',
      },
    ];
  } finally {
    await close();
  }
}

/** Opens a stream and waits for its first bytes. */
function openStream(address: string, { token }: Person): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const request = get(`${address}/api/events`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`An event stream was answered ${response.statusCode}`));
        return;
      }
      // Keeps reading; otherwise the server would consider the client dead.
      response.on('data', () => resolve(request));
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
}

function endStream(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', () => resolve());
    request.destroy();
  });
}
