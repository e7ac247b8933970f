import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type pg from 'pg';

export type Keys = { jwks: { keys: JWK[] }; cookieKeys: string[] };

/** The keys shared by all processes: created by the first one, stored in the database. */
export async function loadKeys(pool: pg.Pool): Promise<Keys> {
  const known = await findKeys(pool);
  if (known !== undefined) return known;
  await pool.query(
    "insert into sandbox_google.secrets (name, value) values ('keys', $1) on conflict (name) do nothing",
    [JSON.stringify(await makeKeys())],
  );
  const kept = await findKeys(pool);
  if (kept === undefined) throw new Error('the Google sandbox could not keep its keys');
  return kept;
}

async function findKeys(pool: pg.Pool): Promise<Keys | undefined> {
  const { rows } = await pool.query<{ value: Keys }>(
    "select value from sandbox_google.secrets where name = 'keys'",
  );
  return rows[0]?.value;
}

/** RS256, as Google uses. */
async function makeKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  };
  return { jwks: { keys: [key] }, cookieKeys: [randomBytes(32).toString('base64url')] };
}
