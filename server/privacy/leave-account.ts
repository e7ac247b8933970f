/** Leaving: an account that its owner deletes is inactive for some days; signing in during this time restores it. */
import type { Person } from '#contract/access.ts';
import { dayMs } from '#contract/durations.ts';
import { type Obstacle, privacyErrors } from '#contract/privacy.ts';
import { failWith } from '#server/platform/failure.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { beginLeaving } from '#server/users/service.ts';
import type { ErasureServices } from './export-services.ts';

const fail = failWith(privacyErrors);

/** What prevents the erasure of an account, from every domain: open orders, pending money. */
export async function listObstacles(
  db: Executor,
  personalData: readonly PersonalData[],
  personId: string,
): Promise<Obstacle[]> {
  const found = [];
  for (const { holdsBack } of personalData) found.push(...((await holdsBack?.(db, personId)) ?? []));
  return found;
}

/**
 * Begins the deletion of a person's own account: they are signed out everywhere, holds are freed and their phones
 * hidden. Nothing happens if there are obstacles.
 *
 * @returns when it will be erased
 * @throws Failure privacy.deals-open with the `obstacles`, users.is-last-admin
 */
export async function leaveAccount(services: ErasureServices, { id }: Person): Promise<Date> {
  const { db, clock, notify, personalData, eraseDays, onLeaving } = services;
  const now = clock.now();
  const eraseDueAt = new Date(now.getTime() + eraseDays * dayMs);
  await db.transaction(async (tx) => {
    if (!(await beginLeaving(tx, id, { now, eraseDueAt }))) return;
    for (const end of onLeaving) await end(tx, id);
    // Only now: ending the holds has waited for payments that were just being settled, so their orders are seen here.
    // Whatever begins later finds that the person has left.
    const obstacles = await listObstacles(tx, personalData, id);
    if (obstacles.length > 0) throw fail('privacy.deals-open', { fields: { obstacles } });
    await notify(tx, newId(now), [
      { kind: 'leaving-begun', personId: id, data: { until: eraseDueAt.toISOString() } },
    ]);
  });
  return eraseDueAt;
}
