import { inArray, sql } from 'drizzle-orm';

import { mailLinks } from '#db/tables/auth.ts';
import { accountMailQueue } from './jobs.ts';
import { removeAccess } from './repository.ts';
import { forgetJobs } from '#server/platform/jobs/forget-jobs.ts';

import type { PersonalData } from '#server/platform/personal-data.ts';

export const authData: PersonalData = {
  name: 'signing-in',
  title: 'Signing in',
  kinds: [
    {
      what: 'Your password as a hash that cannot be reversed, and which Google account you sign in with.',
      why: 'To let you in, and nobody else.',
      howLong: 'Until you remove it or leave.',
      columns: {
        accounts:
          'user_id account_id provider_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope password created_at updated_at',
        verifications: 'identifier value expires_at',
      },
    },
    {
      what: 'Your passkeys, your authenticator app and your recovery codes: public keys, encrypted secrets and hashes.',
      why: 'To let you in, and nobody else.',
      howLong: 'Until you remove them or leave.',
      columns: {
        passkeys: 'user_id credential_id public_key counter name last_used_at created_at',
        totp_factors: 'user_id secret_sealed confirmed_at last_step created_at',
        recovery_codes: 'user_id code_hash used_at created_at',
      },
    },
    {
      what: 'Where you are signed in: browser, network address and time of each session.',
      why: 'So that you can see and end your sessions, and to warn you of a sign-in that was not yours.',
      howLong: 'Until a session ends, at the latest after 30 days without use.',
      columns: {
        sessions:
          'user_id token ip_address user_agent authenticated_at last_used_at expires_at created_at updated_at',
      },
    },
    {
      what: 'Browsers that you have signed in with: a random mark of each, as a hash, and since when.',
      why: 'To warn you of a sign-in in a browser that you have never used, and to let you in while somebody else guesses your password.',
      howLong: 'Until you leave.',
      columns: { known_browsers: 'user_id browser_hash created_at' },
    },
    {
      what: 'Links and codes that we mailed to you: which address, for what and until when. Their secrets as hashes.',
      why: 'To know that an address is yours, and to let you undo what somebody else did.',
      howLong: 'A week at most after they have expired.',
      columns: { mail_links: 'user_id token_hash kind email expires_at used_at created_at' },
    },
    {
      what: 'How often a password, a code or a mail was asked for of an account or a network, as a hash.',
      why: 'To slow down whoever guesses passwords.',
      howLong: 'Two days.',
      columns: { tries: 'key granted refused last_at waits_until' },
    },
  ],
  impersonal: {
    accounts: 'id',
    verifications: 'id created_at updated_at',
    passkeys: 'id',
    recovery_codes: 'id',
    sessions: 'id access_version awaits_factor',
    mail_links: 'id',
    used_challenges: 'challenge expires_at',
  },
  exportOf: (personId) => ({
    ways_to_sign_in: sql`select provider_id as way, case when provider_id <> 'credential' then account_id end as account, created_at
        from accounts where user_id = ${personId} order by created_at`,
    passkeys: sql`select name, created_at, last_used_at from passkeys where user_id = ${personId} order by id`,
    authenticator_app: sql`select created_at, confirmed_at from totp_factors where user_id = ${personId}`,
    recovery_codes: sql`select created_at, used_at from recovery_codes where user_id = ${personId} order by id`,
    sessions: sql`select user_agent, ip_address, created_at, last_used_at, expires_at from sessions
        where user_id = ${personId} order by id`,
    known_browsers: sql`select created_at from known_browsers where user_id = ${personId} order by created_at`,
    links_in_mails: sql`select kind, email, created_at, expires_at, used_at from mail_links
        where user_id = ${personId} order by id`,
  }),
  erase: async (tx, { id, emails }) => {
    await removeAccess(tx, id);
    await tx.delete(mailLinks).where(inArray(mailLinks.email, [...emails]));
    for (const email of emails) {
      await tx.execute(sql`delete from verifications
        where position(${email} in lower(identifier)) > 0 or position(${email} in lower(value)) > 0`);
      await forgetJobs(tx, accountMailQueue, 'email', email);
    }
  },
};
