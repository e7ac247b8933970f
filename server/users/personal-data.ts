import { eq, sql } from 'drizzle-orm';

import { deletedName } from '#contract/users-status.ts';
import { users } from '#db/tables/users.ts';

import type { PersonalData } from '#server/platform/personal-data.ts';
import { eraseUser } from './store-leaving.ts';
import { removeSuspensionsOf } from './store-suspensions.ts';

export const userData: PersonalData = {
  name: 'account',
  title: 'Your account',
  kinds: [
    {
      what: 'Your name, e-mail address and photo, and whether you buy or sell.',
      why: 'To run your account, to reach you, and to show buyers who sells.',
      howLong: 'Until your account is erased.',
      columns: { users: 'name email email_verified photo_url user_type role removed_email' },
    },
    {
      what: 'Names that you had before.',
      why: 'To find them in the words of others when your account is erased.',
      howLong: 'Until your account is erased.',
      columns: { users: 'former_names' },
    },
    {
      what: 'What you say about yourself: city, a few words, the languages that you speak.',
      why: 'To show it on your public page, for those who buy from you or sell to you.',
      howLong: 'Until you take it back or your account is erased.',
      columns: { users: 'city about languages' },
    },
    {
      what: 'When you registered, when a seller was verified, when an account was deleted.',
      why: 'To show that a seller was checked, and to keep the order of what happened.',
      howLong: 'Without your name for as long as your orders have to be kept.',
      columns: {
        users:
          'id registered_at verified_at removed_at leaving_at came_back_at erase_due_at erased_at created_at updated_at',
      },
    },
    {
      what: 'Whether your account was suspended: why, from when until when, your appeal and our answer.',
      why: 'To protect others, and so that the decision can be checked.',
      howLong: 'Until your account is erased.',
      columns: {
        users: 'suspended_at',
        suspensions: 'person_id reason started_at until ended_at appeal appealed_at answer answered_at',
      },
    },
  ],
  impersonal: { users: 'access_version', suspensions: 'id' },
  exportOf: (personId) => ({
    account: sql`select id, name, former_names, email, email_verified, photo_url, city, about, languages, user_type, role, registered_at, verified_at, created_at
        from users where id = ${personId}`,
    suspensions: sql`select reason, started_at, until, ended_at, appeal, appealed_at, answer, answered_at
        from suspensions where person_id = ${personId} order by started_at`,
  }),
  namesOf: async (db, personId) => {
    const [row] = await db
      .select({ name: users.name, formerNames: users.formerNames })
      .from(users)
      .where(eq(users.id, personId));
    return row === undefined ? [] : [row.name, ...row.formerNames];
  },
  erase: async (tx, { id }) => {
    await removeSuspensionsOf(tx, id);
    await eraseUser(tx, id, deletedName);
  },
};
