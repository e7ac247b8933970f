/** Suspending people, appeals, and how suspensions end. */
import { type Person, untilWords } from '#contract/access.ts';
import { dayMs } from '#contract/durations.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import { type Actor, system } from '#contract/states.ts';
import type { userNotifications } from '#contract/users-notifications.ts';
import type { NewSuspension, Suspension } from '#contract/users-suspensions.ts';
import { requestErrors } from '#contract/errors.ts';
import { userErrors } from '#contract/users.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import { type Database, type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import type { Deadline } from '#server/platform/states/deadlines.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import * as repository from './repository.ts';
import * as store from './store-suspensions.ts';

const fail = failWith({ ...userErrors, ...requestErrors });

/** Implemented by later domains, in the transaction that suspends a person, and in the one that ends it. */
type OnSuspension = (tx: Transaction, userId: string, actor: Actor) => Promise<void>;

/** Notifies people in the transaction that causes it; only once for each cause. */
type NotifyOfSuspension = (
  tx: Transaction,
  causeId: string,
  notices: readonly Notice<keyof typeof userNotifications>[],
) => Promise<void>;

export interface SuspensionServices {
  readonly clock: Clock;
  readonly notify: NotifyOfSuspension;
  /** Hides phones and ends unpaid holds. */
  readonly onSuspended: readonly OnSuspension[];
  /** Shows the phones again. */
  readonly onSuspensionEnded: OnSuspension;
}

/**
 * Suspends a person. It takes effect with the next request in every process.
 *
 * @throws Failure users.not-found, users.suspends-yourself, users.already-suspended; request.forbidden if the admin was
 *   suspended or deleted meanwhile: of two who suspend or delete each other, only one succeeds
 */
export async function suspendUser(
  db: Database,
  services: SuspensionServices,
  admin: Person,
  { id, reason, days }: NewSuspension & { readonly id: string },
): Promise<void> {
  if (id === admin.id) throw fail('users.suspends-yourself');
  const now = services.clock.now();
  const until = days == null ? null : new Date(now.getTime() + days * dayMs);
  await db.transaction(async (tx) => {
    if (!(await repository.lockAdmins(tx)).includes(admin.id)) throw fail('request.forbidden');
    await lockPerson(tx, id);
    if ((await store.findSuspension(tx, id)) !== undefined) throw fail('users.already-suspended');
    await store.insertSuspension(tx, { personId: id, reason, startedAt: now, until });
    const action = { kind: 'person-suspended', actor: admin.id, personId: id, at: now } as const;
    await recordStaffAction(tx, {
      ...action,
      detail: untilWords(until?.toISOString() ?? null),
      words: reason,
    });
    for (const follow of services.onSuspended) await follow(tx, id, { role: 'admin', id: admin.id });
    const data = { reason, until: until?.toISOString() ?? null };
    await services.notify(tx, newId(now), [{ kind: 'account-suspended', personId: id, data }]);
  });
}

/**
 * Lifts a suspension early.
 *
 * @returns 0 if there was none, else 1
 * @throws Failure users.not-found
 */
export async function liftSuspension(
  db: Database,
  services: SuspensionServices,
  admin: Person,
  { id, words = null }: { readonly id: string; readonly words?: string | null | undefined },
): Promise<number> {
  const at = services.clock.now();
  return db.transaction(async (tx) => {
    await lockPerson(tx, id);
    if ((await store.lockSuspension(tx, id)) === undefined) return 0;
    const action = { kind: 'suspension-lifted', actor: admin.id, personId: id, at } as const;
    await recordStaffAction(tx, { ...action, ...(words === null ? {} : { words }) });
    await end(tx, services, id, { actor: { role: 'admin', id: admin.id }, words, at });
    return 1;
  });
}

/**
 * Answers an appeal and upholds the suspension.
 *
 * @throws Failure users.not-found, users.no-appeal
 */
export async function keepSuspension(
  db: Database,
  services: SuspensionServices,
  admin: Person,
  { id, words }: { readonly id: string; readonly words: string },
): Promise<void> {
  const at = services.clock.now();
  await db.transaction(async (tx) => {
    await lockPerson(tx, id);
    if (!(await store.insertAnswer(tx, id, { words, at }))) throw fail('users.no-appeal');
    await recordStaffAction(tx, { kind: 'suspension-kept', actor: admin.id, personId: id, words, at });
    const suspension = await store.findSuspension(tx, id);
    const data = { words, until: suspension?.until?.toISOString() ?? null };
    await services.notify(tx, newId(at), [{ kind: 'appeal-answered', personId: id, data }]);
  });
}

/**
 * Sends the admins a person's appeal, once during a suspension. The admins are notified.
 *
 * @throws Failure users.not-suspended, users.has-appealed
 */
export async function appealSuspension(
  db: Database,
  { clock, notify }: SuspensionServices,
  person: Person,
  text: string,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    if ((await store.lockSuspension(tx, person.id)) === undefined) throw fail('users.not-suspended');
    if (!(await store.insertAppeal(tx, person.id, { text, at }))) throw fail('users.has-appealed');
    const data = { name: person.name, userId: person.id };
    const adminIds = await repository.listAdmins(tx);
    await notify(
      tx,
      newId(at),
      adminIds.map((personId) => ({ kind: 'appeal-made', personId, data })),
    );
  });
}

/** A person's current suspension, or null. */
export async function getSuspension(db: Executor, id: string): Promise<Suspension | null> {
  const row = await store.findSuspension(db, id);
  if (row === undefined) return null;
  const { reason, startedAt, until, appeal, appealedAt, answer, answeredAt } = row;
  return {
    reason,
    since: startedAt.toISOString(),
    until: until?.toISOString() ?? null,
    appeal,
    appealedAt: appealedAt?.toISOString() ?? null,
    answer,
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

/** Ends suspensions when their time is over. */
export const suspensionDeadline = (services: SuspensionServices): Deadline => ({
  name: 'suspension',
  listDue: store.listRunOut,
  run: (db, id, now) =>
    db.transaction(async (tx) => {
      await repository.lockPresent(tx, id);
      const suspension = await store.lockSuspension(tx, id);
      if (suspension === undefined || suspension.until === null || suspension.until > now) return false;
      await end(tx, services, id, { actor: system, words: null, at: now });
      return true;
    }),
});

/** @throws Failure users.not-found if the person is unknown or removed */
async function lockPerson(tx: Transaction, id: string): Promise<void> {
  if ((await repository.lockPresent(tx, id)) === undefined) throw fail('users.not-found');
}

async function end(
  tx: Transaction,
  { notify, onSuspensionEnded }: SuspensionServices,
  id: string,
  { actor, words, at }: { readonly actor: Actor; readonly words: string | null; readonly at: Date },
): Promise<void> {
  await store.endSuspensionOf(tx, id, at);
  await onSuspensionEnded(tx, id, actor);
  const data = { words, isLeaving: !(await store.mayOffer(tx, id)) };
  await notify(tx, newId(at), [{ kind: 'suspension-over', personId: id, data }]);
}
