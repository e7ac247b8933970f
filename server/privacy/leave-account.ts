/** Leaving: an account that its person deletes rests for some days, in which signing in takes it back. */
import type { Person } from '#contract/access.ts';
import { type Obstacle, privacyErrors } from '#contract/privacy.ts';
import { failWith } from '#server/platform/failure.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { beginLeaving } from '#server/users/service.ts';
import type { ErasureServices } from './export-services.ts';

const fail = failWith(privacyErrors);

/** What keeps an account from being erased, from every domain: open orders, money that waits. */
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
 * Begins the deletion of a person's own account: they are signed out everywhere, holds are freed and their phones hidden. Nothing happens where something is in the way.
 *
 * @returns when it will be erased
 * @throws Failure privacy.deals-open with the `obstacles`, users.is-last-admin
 */
export async function leaveAccount(services: ErasureServices, { id }: Person): Promise<Date> {
  const { db, clock, notify, personalData, eraseDays, onLeaving } = services;
  const now = clock.now();
  const eraseDueAt = new Date(now.getTime() + eraseDays * 24 * 3_600_000);
  await db.transaction(async (tx) => {
    await beginLeaving(tx, id, { now, eraseDueAt });
    // With the row locked: what begins a deal waits for it, and finds the person gone.
    const obstacles = await listObstacles(tx, personalData, id);
    if (obstacles.length > 0) throw fail('privacy.deals-open', { fields: { obstacles } });
    for (const end of onLeaving) await end(tx, id);
    await notify(tx, newId(now), [
      { kind: 'leaving-begun', personId: id, data: { until: eraseDueAt.toISOString() } },
    ]);
  });
  return eraseDueAt;
}
