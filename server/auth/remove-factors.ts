/** An admin removes the second factors of a person who has lost them and the recovery codes. */
import { factorErrors } from '#contract/auth-factors.ts';
import { isId } from '#contract/id.ts';
import type { FactorServices } from './check-factor.ts';
import { notifyOfFactors } from './notify-factors.ts';
import * as repository from './repository.ts';
import { findTotp, removeFactorsSince } from './store-factors.ts';
import { countPasskeys } from './store-passkeys.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import { recordStaffAction } from '#server/staff/service.ts';

const fail = failWith(factorErrors);

/**
 * Removes all second factors and passkeys of an account, and ends its sessions. The reason is recorded, and the person
 * is notified.
 *
 * @returns 0 if there was nothing to remove, else 1
 * @throws Failure auth.person-missing
 */
export async function removeFactorsOf(
  services: FactorServices,
  admin: Viewer,
  personId: string,
  reason: string,
): Promise<number> {
  if (!isId(personId)) throw fail('auth.person-missing');
  return services.db.transaction(async (tx) => {
    if ((await repository.lockAccount(tx, personId)) === undefined) throw fail('auth.person-missing');
    const hasAny = (await findTotp(tx, personId)) !== undefined || (await countPasskeys(tx, personId)) > 0;
    if (!hasAny) return 0;
    const now = services.clock.now();
    await removeFactorsSince(tx, personId, new Date(0));
    await repository.endSessions(tx, personId);
    const kind = 'second-factor-removed';
    await recordStaffAction(tx, { kind, actor: admin.id, personId, words: reason, at: now });
    await notifyOfFactors(tx, services, personId, { what: 'removed-by-staff', now });
    return 1;
  });
}
