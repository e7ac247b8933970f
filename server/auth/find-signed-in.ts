/** The one statement that every guarded call makes: the person, in a session that still goes on. */
import type { Database } from '#server/platform/postgres/database.ts';
import type { TokenHolder, Viewer } from '#server/platform/http/http-guard.ts';

/** Who holds a token now; undefined when they were removed or the session has ended. */
export type FindSignedIn = (holder: TokenHolder) => Promise<Viewer | undefined>;

const statement = `
  select u.email, u.name, u.user_type = 'Seller' as "isSeller", u.role = 'admin' as "isAdmin",
         u.email_verified as "emailConfirmed"
  from users u
  join sessions s on s.id = $2 and s.user_id = u.id and s.access_version = u.access_version
  where u.id = $1 and u.removed_at is null and s.expires_at > now()`;

/**
 * Prepares the read, parsed once per connection. Nothing of it is cached: a session that ends is refused with the next
 * call, in every process.
 *
 * @param usesPrepared false behind a pooler that hands every statement to another connection
 */
export function prepareSignedIn({ $client }: Pick<Database, '$client'>, usesPrepared: boolean): FindSignedIn {
  const query = { text: statement, ...(usesPrepared ? { name: 'find_signed_in' } : {}) };
  return async ({ id, sessionId }) => {
    const { rows } = await $client.query<Omit<Viewer, 'id' | 'sessionId'>>({
      ...query,
      values: [id, sessionId],
    });
    const [person] = rows;
    return person && { id, sessionId, ...person };
  };
}
