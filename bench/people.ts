import { createAccessTokens } from '#server/auth/issue-token.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Market } from './market.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/**
 * `count` people of a data set, with the tokens that the product would issue; those are valid for a quarter of an hour.
 */
export async function signIn(
  { pool, env }: Market,
  type: 'Buyer' | 'Seller',
  count: number,
): Promise<Person[]> {
  const tokens = createAccessTokens({ secret: env.AUTH_SECRET ?? '', clock: systemClock });
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select id, email from users where user_type = $1 and role = 'user' order by id limit $2`,
    [type, count],
  );
  const { rows: sessions } = await pool.query<{ userId: string; sessionId: string }>(
    `insert into sessions (id, user_id, token, expires_at)
     select gen_random_uuid(), id, gen_random_uuid(), now() + interval '1 day' from unnest($1::uuid[]) as id
     returning user_id as "userId", id as "sessionId"`,
    [rows.map(({ id }) => id)],
  );
  const sessionOf = new Map(sessions.map(({ userId, sessionId }) => [userId, sessionId]));
  return Promise.all(
    rows.map(async (person) => {
      const sessionId = sessionOf.get(person.id) ?? '';
      return { ...person, token: await tokens.issue({ ...person, sessionId }) };
    }),
  );
}
