// The input and output of every operation of the stand-in.
import type { Origin } from './events.ts';
import type { Params } from './form.ts';
import type { Database } from './store.ts';

export interface Call extends Origin {
  requestId: string;
  /** The object named in the path, if any. */
  id: string;
  path: string;
  params: Params;
  /** The publishable key is in every page: it gives access only to objects whose client secret is sent. */
  caller: 'secret' | 'publishable';
  /** The connected account on whose behalf the platform calls. */
  account: string | undefined;
  challengeUrl: (challengeId: string) => string;
  /** The URL of a page for connected accounts. */
  connectUrl: (path: string) => string;
}

/** A declined card is an answer, too: unlike after a thrown failure, its changes are stored. */
export interface Answer {
  status: number;
  body: object;
}

export type Operation = (db: Database, call: Call) => Promise<Answer>;

export function ok(body: object): Answer {
  return { status: 200, body };
}

/** The answer to a failure of the stand-in itself. */
export const ownFailure: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
};
