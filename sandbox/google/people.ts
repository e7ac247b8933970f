import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A person with an account at the stand-in; `sub` is the provider's permanent id. */
export type Person = { sub: string; email: string; name: string };

export const demoPeople: readonly Person[] = [
  person('ayesha.noor@example.com', 'Ayesha Noor'),
  person('tomas.novak@example.com', 'Tomáš Novák'),
  person('grace.kim@example.com', 'Grace Kim'),
  person('ibrahim.diallo@example.com', 'Ibrahim Diallo'),
  person('maya.schmidt@example.com', 'Maya Schmidt'),
];

/** Creates an account for an e-mail address: the same address is the same person each time. */
export async function enrolPerson(pool: pg.Pool, email: string, name: string): Promise<Person> {
  const known = demoPeople.find((one) => one.email === email.toLowerCase());
  if (known !== undefined) return known;
  const { rows } = await pool.query<Person>(
    `insert into sandbox_google.accounts (sub, email, name) values ($1, $2, $3)
     on conflict (sub) do update set name = excluded.name
     returning sub, email, name`,
    [subOf(email), email.toLowerCase(), name === '' ? nameFrom(email) : name],
  );
  const [enrolled] = rows;
  if (enrolled === undefined) throw new Error('the person was not enrolled');
  return enrolled;
}

export async function findPerson(pool: pg.Pool, sub: string): Promise<Person | undefined> {
  const known = demoPeople.find((one) => one.sub === sub);
  if (known !== undefined) return known;
  const { rows } = await pool.query<Person>(
    'select sub, email, name from sandbox_google.accounts where sub = $1',
    [sub],
  );
  return rows[0];
}

function person(email: string, name: string): Person {
  return { sub: subOf(email), email, name };
}

/** Twenty-one digits, as Google's are. */
function subOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** 'mina.rahman@example.com' is Mina Rahman. */
function nameFrom(email: string): string {
  const words = email.slice(0, email.indexOf('@')).split(/[^\p{L}\d]+/u);
  const capitalised = words
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return capitalised.length === 0 ? email : capitalised.join(' ');
}
