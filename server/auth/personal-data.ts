import type { PersonalData } from '#server/platform/personal-data.ts';

export const authData: PersonalData = {
  title: 'Signing in',
  kinds: [
    {
      what: 'Your password as a hash that cannot be turned back, and which Google account you sign in with.',
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
        known_browsers: 'user_id browser_hash created_at',
      },
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
};
