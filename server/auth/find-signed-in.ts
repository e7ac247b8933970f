/** The statement of every guarded call: the person of an active session. */
import { freshMinutes } from '#contract/access.ts';
import { minuteMs } from '#contract/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { TokenHolder, Viewer } from '#server/platform/http/http-guard.ts';

/** The current holder of a token; undefined if they were removed or the session has ended. */
export type FindSignedIn = (holder: TokenHolder) => Promise<Viewer | undefined>;

interface SignedInOptions {
  readonly clock: Clock;
  /** False behind a pooler that may send every statement to another connection. */
  readonly usesPrepared: boolean;
  /** Whether an admin without a passkey or an authenticator app has no admin rights. */
  readonly adminsNeedFactor: boolean;
}

/** The statement of `prepareSignedIn`, exported so that it can be measured. */
export const signedInStatement = `
  select u.email, u.name, u.user_type = 'Seller' as "isSeller", u.role = 'admin' as "isAdmin",
         u.email_verified as "emailConfirmed",
         -- Only read for suspended people.
         (select json_build_object('reason', reason,
            'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from suspensions
          where u.suspended_at is not null and person_id = u.id and ended_at is null) as suspension,
         s.authenticated_at as "authenticatedAt",
         $3::boolean and u.role = 'admin'
           and not exists (select from totp_factors t where t.user_id = u.id and t.confirmed_at is not null)
           and not exists (select from passkeys p where p.user_id = u.id) as "owesFactor"
  from users u
  join sessions s on s.id = $2 and s.user_id = u.id and s.access_version = u.access_version and not s.awaits_factor
  where u.id = $1 and u.removed_at is null and s.expires_at > now()`;

/**
 * Prepares the query, parsed once per connection. Nothing is cached: an ended session is refused with the next call, in
 * every process.
 *
 * An admin without a second factor, or who is suspended, has no admin rights as long as that is so: `isAdmin` is false
 * for them.
 */
export function prepareSignedIn(
  { $client }: Pick<Database, '$client'>,
  { clock, usesPrepared, adminsNeedFactor }: SignedInOptions,
): FindSignedIn {
  const query = { text: signedInStatement, ...(usesPrepared ? { name: 'find_signed_in' } : {}) };
  return async ({ id, sessionId }) => {
    const { rows } = await $client.query<Row>({ ...query, values: [id, sessionId, adminsNeedFactor] });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { authenticatedAt, isAdmin, ...person } = row;
    const ageMs = clock.now().getTime() - authenticatedAt.getTime();
    // A time in the future was set by a clock that was ahead; a minute is tolerated, because the clocks of processes
    // differ slightly.
    const isFresh = ageMs > -60_000 && ageMs < freshMinutes * minuteMs;
    const isActingAdmin = isAdmin && !person.owesFactor && person.suspension === null;
    return { id, sessionId, isFresh, isAdmin: isActingAdmin, ...person };
  };
}

type Row = Omit<Viewer, 'id' | 'sessionId' | 'isFresh'> & { readonly authenticatedAt: Date };
