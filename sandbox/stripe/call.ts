// What every operation of the stand-in gets, and what it gives back.
import type { Origin } from './events.ts';
import type { Params } from './form.ts';
import type { Database } from './store.ts';

export interface Call extends Origin {
  requestId: string;
  /** The object named in the path, where there is one. */
  id: string;
  path: string;
  params: Params;
  /** The publishable key is in every page: it opens only what its client secret belongs to. */
  caller: 'secret' | 'publishable';
  /** The connected account in whose name the platform calls. */
  account: string | undefined;
  challengeUrl: (challengeId: string) => string;
  /** Of a page that connected accounts open. */
  connectUrl: (path: string) => string;
}

/** A declined card is an answer, too: what it left behind stays, unlike after a thrown failure. */
export interface Answer {
  status: number;
  body: object;
}

export type Operation = (db: Database, call: Call) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}
