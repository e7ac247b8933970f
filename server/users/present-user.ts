import type { User } from '#contract/users.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import type { UserRow } from './repository.ts';

/** A person's record, for themselves and admins. For a removed person with their former address. */
export function presentUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.removedEmail ?? row.email,
    photoURL: row.photoUrl ?? '',
    userType: row.userType,
    role: row.role,
    status: row.verifiedAt === null ? null : verifiedStatus,
    isRegistered: row.registeredAt !== null,
    emailConfirmed: row.emailVerified,
    isSuspended: row.suspendedAt !== null,
    city: row.city,
    about: row.about,
    languages: row.languages,
  };
}
