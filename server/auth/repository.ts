import { eq } from 'drizzle-orm';

import { accounts, sessions } from '#db/tables/auth.ts';
import { settings } from '#db/tables/settings.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';

/** Ends every session of a person and every way for him to sign in. */
export async function removeAccess(db: Executor, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await db.delete(accounts).where(eq(accounts.userId, userId));
}

/** Adds a password to sign in with. */
export async function insertPassword(db: Executor, userId: string, passwordHash: string): Promise<void> {
  await db.insert(accounts).values({
    id: newId(),
    userId,
    accountId: userId,
    providerId: 'credential',
    password: passwordHash,
  });
}

/** The value of a setting; the first process to ask decides it for all. */
export async function getOrInsertSetting(db: Executor, name: string, value: string): Promise<string> {
  await db.insert(settings).values({ name, value }).onConflictDoNothing();
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  if (row === undefined) throw new Error(`The setting ${name} is gone`);
  return row.value;
}
