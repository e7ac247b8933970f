import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type pg from 'pg';

/** Creates the schema; several processes may do so concurrently. */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('sandbox_google'));
    create schema if not exists sandbox_google;
    create table if not exists sandbox_google.records (
      model text not null,
      id text not null,
      payload jsonb not null,
      expires_at timestamptz,
      primary key (model, id)
    );
    create index if not exists records_expires_at on sandbox_google.records (expires_at);
    create index if not exists records_grant on sandbox_google.records ((payload ->> 'grantId'));
    create index if not exists records_uid on sandbox_google.records ((payload ->> 'uid'));
    create table if not exists sandbox_google.accounts (
      sub text primary key,
      email text not null,
      name text not null
    );
    create table if not exists sandbox_google.secrets (
      name text primary key,
      value jsonb not null
    );
  `);
}

/** Stores the OpenID provider's sessions, codes and tokens: one table, one row each. */
export function recordStore(pool: pg.Pool): AdapterFactory {
  return (model) => modelStore(pool, model);
}

type Row = { payload: AdapterPayload };
const isCurrent = '(expires_at is null or expires_at > now())';

function modelStore(pool: pg.Pool, model: string): Adapter {
  const findBy = async (condition: string, value: string): Promise<AdapterPayload | undefined> => {
    const text = `select payload from sandbox_google.records where model = $1 and ${condition} = $2 and ${isCurrent} limit 1`;
    const { rows } = await pool.query<Row>(text, [model, value]);
    return rows[0]?.payload;
  };
  return {
    async upsert(id, payload, expiresIn) {
      // Each insert removes expired rows, so no sweep is needed.
      await pool.query('delete from sandbox_google.records where expires_at < now()');
      await pool.query(
        `insert into sandbox_google.records (model, id, payload, expires_at)
         values ($1, $2, $3, now() + make_interval(secs => $4))
         on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), expiresIn ?? null],
      );
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy("payload ->> 'uid'", uid),
    findByUserCode: (userCode) => findBy("payload ->> 'userCode'", userCode),
    async consume(id) {
      await pool.query(
        `update sandbox_google.records
         set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
         where model = $1 and id = $2`,
        [model, id],
      );
    },
    async destroy(id) {
      await pool.query('delete from sandbox_google.records where model = $1 and id = $2', [model, id]);
    },
    async revokeByGrantId(grantId) {
      await pool.query("delete from sandbox_google.records where payload ->> 'grantId' = $1", [grantId]);
    },
  };
}
