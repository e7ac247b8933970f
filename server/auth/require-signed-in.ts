import { requestErrors } from '#contract/errors.ts';
import * as repository from './repository.ts';
import { failWith } from '#server/platform/failure.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';

const fail = failWith(requestErrors);

/**
 * Locks the account of somebody who changes how they sign in. A call that was admitted before its owner ended all
 * sessions would otherwise give a thief access again.
 *
 * @throws Failure request.unauthenticated if the session has ended since the call was admitted
 */
export async function requireSignedIn(tx: Transaction, { id, sessionId }: TokenHolder): Promise<void> {
  const account = await repository.lockAccount(tx, id);
  // A statement of its own, which sees what was committed while the lock was awaited.
  if (account === undefined || !(await repository.isOngoing(tx, sessionId)))
    throw fail('request.unauthenticated');
}
