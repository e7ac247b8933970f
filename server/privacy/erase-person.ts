/**
 * Erasing an account: data that accounting or another person's order requires are kept, without anything that
 * identifies the person.
 */
import { sql } from 'drizzle-orm';

import { hourMs } from '#contract/durations.ts';
import { system } from '#contract/states.ts';
import { type ErasedPerson, mentionsOf } from '#server/platform/personal-data.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import type { Deadline } from '#server/platform/states/deadlines.ts';
import {
  type ErasableUser,
  findPersonByEmail,
  listErasureDue,
  lockErasable,
  postponeErasure,
  removeLeaving,
} from '#server/users/service.ts';
import { type ErasureServices, removeFilesQueue } from './export-services.ts';
import { listObstacles } from './leave-account.ts';

/** How long to wait before checking again whether deals and money have ended, in milliseconds. */
const retryMs = hourMs;

/** Erases accounts that are due, after their owner or an admin deleted them. */
export const erasureDeadline = (services: ErasureServices): Deadline => ({
  name: 'account.erased',
  listDue: listErasureDue,
  run: (db, id, now) => eraseWhenOver(db, services, id, now),
});

async function eraseWhenOver(
  db: Database,
  services: ErasureServices,
  id: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = await lockErasable(tx, id, now);
    if (user === undefined) return false;
    const obstacles = await listObstacles(tx, services.personalData, id);
    if (obstacles.length > 0) {
      await postponeErasure(tx, id, new Date(now.getTime() + retryMs));
      return true;
    }
    if (user.removedAt === null) {
      await removeLeaving(tx, id);
      for (const end of services.onUserRemoved) await end(tx, id, system);
    }
    await erase(tx, services, user);
    return true;
  });
}

async function erase(tx: Transaction, services: ErasureServices, user: ErasableUser): Promise<void> {
  const { personalData, notify, jobs, clock } = services;
  const emails = [user.removedEmail ?? user.email];
  const names = [];
  for (const { namesOf } of personalData) names.push(...((await namesOf?.(tx, user.id)) ?? []));
  const files: string[] = [];
  // After an admin's deletion the address was free: what is stored by it may be a new account's.
  const isTaken = (await findPersonByEmail(tx, user.removedEmail ?? '')) !== undefined;
  const person: ErasedPerson = {
    id: user.id,
    emails: isTaken ? [] : emails,
    mentions: mentionsOf([...names, ...emails]),
    removeFile: (file) => void files.push(file),
  };
  // Histories are append-only; their triggers permit changes while this setting is on.
  await tx.execute(sql`select set_config('ringback.erasing', 'on', true)`);
  for (const { erase: eraseIn } of personalData) await eraseIn?.(tx, person);
  await tx.execute(sql`select set_config('ringback.erasing', 'off', true)`);
  if (files.length > 0) await jobs.enqueue(tx, removeFilesQueue, { files });
  const [address] = emails;
  if (address !== undefined)
    await notify(tx, newId(clock.now()), [
      { kind: 'account-erased', personId: user.id, data: { hasAnother: isTaken }, address },
    ]);
}
