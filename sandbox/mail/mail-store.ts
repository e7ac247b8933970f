import type pg from 'pg';

export type StoredMail = {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** The URL for a mail program's unsubscribe button, used by POST (RFC 8058). */
  unsubscribeUrl: string | null;
  receivedAt: Date;
};
export type NewMail = Omit<StoredMail, 'id' | 'receivedAt'>;

/** So that a demo that runs for months stays small. */
const keptMails = 1000;
const columns = `mails.id::text, sender as "from", recipients as "to", subject, body as text, html, unsubscribe_url as "unsubscribeUrl", received_at as "receivedAt"`;

/** Creates the schema; several processes may do so concurrently. */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('sandbox_mail'));
    create schema if not exists sandbox_mail;
    create table if not exists sandbox_mail.mails (
      id bigint generated always as identity primary key,
      sender text not null,
      recipients text[] not null,
      subject text not null,
      body text not null,
      html text,
      received_at timestamptz not null default now()
    );
    alter table sandbox_mail.mails add column if not exists unsubscribe_url text;
  `);
}

/** Stores a mail and deletes the oldest beyond the limit. */
export async function insertMail(pool: pg.Pool, mail: NewMail): Promise<void> {
  await pool.query(
    'insert into sandbox_mail.mails (sender, recipients, subject, body, html, unsubscribe_url) values ($1, $2, $3, $4, $5, $6)',
    [mail.from, mail.to, mail.subject, mail.text, mail.html, mail.unsubscribeUrl].map(storable),
  );
  await pool.query(
    'delete from sandbox_mail.mails where id <= (select id from sandbox_mail.mails order by id desc offset $1 limit 1)',
    [keptMails],
  );
}

/** Newest first; `to` is one recipient's address, ignoring case. */
export async function listMails(pool: pg.Pool, to: string | undefined, limit: number): Promise<StoredMail[]> {
  const { rows } = await pool.query<StoredMail>(
    `select ${columns} from sandbox_mail.mails where $1::text is null or $1 = any(recipients) order by mails.id desc limit $2`,
    [to?.trim().toLowerCase() ?? null, limit],
  );
  return rows;
}

export async function findMail(pool: pg.Pool, id: string): Promise<StoredMail | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const { rows } = await pool.query<StoredMail>(`select ${columns} from sandbox_mail.mails where id = $1`, [
    id,
  ]);
  return rows[0];
}

/** PostgreSQL's text type has no NUL, but a mail may contain it. */
function storable<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}
