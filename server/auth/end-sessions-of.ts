import { factorErrors } from '#contract/auth-factors.ts';
import { isId } from '#contract/id.ts';
import type { NotifyOfAccount } from './jobs.ts';
import * as repository from './repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { recordStaffAction } from '#server/staff/service.ts';

const fail = failWith(factorErrors);

interface SignOutServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
}

/**
 * Ends all sessions of a person, including sign-ins in progress. The reason is recorded and the person is notified;
 * password and second factor remain.
 *
 * @returns how many sessions ended; if none, nothing is recorded
 * @throws Failure auth.person-missing
 */
export async function endSessionsOf(
  { db, clock, notify }: SignOutServices,
  admin: Viewer,
  personId: string,
  reason: string,
): Promise<number> {
  if (!isId(personId)) throw fail('auth.person-missing');
  return db.transaction(async (tx) => {
    if ((await repository.lockAccount(tx, personId)) === undefined) throw fail('auth.person-missing');
    const ended = await repository.endSessions(tx, personId);
    if (ended === 0) return 0;
    const at = clock.now();
    await recordStaffAction(tx, { kind: 'signed-out', actor: admin.id, personId, words: reason, at });
    await notify(tx, newId(at), [{ kind: 'signed-out-by-staff', personId, data: undefined }]);
    return ended;
  });
}
