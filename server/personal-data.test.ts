// Compares every column of the database with what the domains declare to store about people.
import { expect, onTestFinished, test } from 'vitest';

import { type Columns, readLists } from '#server/platform/personal-data.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { openTestDatabase } from '#testing/database.ts';
import { personalData } from './personal-data.ts';

async function emptyDatabase() {
  const { pool, close } = await openTestDatabase();
  onTestFinished(close);
  return pool;
}

const namesIn = (columns: Columns): string[] =>
  Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));

const personal = personalData.flatMap(({ kinds }) => kinds.flatMap(({ columns }) => namesIn(columns)));
const impersonal = personalData.flatMap(({ impersonal: columns = {} }) => namesIn(columns));

test('every column of every table is said to be personal or not, once', async () => {
  const pool = await emptyDatabase();
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const named = [...personal, ...impersonal];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a column that names a person is personal, by its reference or by its name', async () => {
  const pool = await emptyDatabase();
  const { rows } = await pool.query<{ name: string }>(
    `select rel.relname || '.' || att.attname as name from pg_constraint as con
       join pg_class as rel on rel.oid = con.conrelid
       join pg_attribute as att on att.attrelid = con.conrelid and att.attnum = any (con.conkey)
     where con.contype = 'f' and con.confrelid = 'users'::regclass
     union select table_name || '.' || column_name from information_schema.columns
     where table_schema = 'public' and table_name not in ('categories', 'devices', 'cities')
       and column_name ~ '^(actor|.*person_id|name|.*email.*|phone|.*address|recipient|words|text|.*_text|problem)$'
       and (table_name, column_name) not in (('settings', 'name'))`,
  );
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.map(({ name }) => name).filter((name) => !personal.includes(name))).toEqual([]);
});

test('every domain that stores something about people exports it, under a name of its own', () => {
  const storing = personalData.filter(({ kinds }) => kinds.length > 0);
  expect(storing.filter(({ exportOf }) => exportOf === undefined)).toEqual([]);
  expect(new Set(personalData.map(({ name }) => name)).size).toBe(personalData.length);
});

/** Domains whose rows refer to people only by the id of an account, an order or a phone. */
const withoutWords = ['advertisements', 'money', 'payments'];

test('every domain that stores something about people erases it', () => {
  const storing = personalData.filter(({ kinds, name }) => kinds.length > 0 && !withoutWords.includes(name));
  expect(storing.filter(({ erase }) => erase === undefined).map(({ name }) => name)).toEqual([]);
});

test('every part of a copy can be read', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  for (const data of personalData) {
    const lists = await readLists(db, data, newId());
    for (const rows of Object.values(lists)) expect(rows, data.name).toEqual([]);
    expect((await data.picturesOf?.(db, newId())) ?? []).toEqual([]);
  }
});

test('every kind says what, why and how long', () => {
  for (const { title, kinds } of personalData)
    for (const kind of kinds)
      for (const text of [title, kind.what, kind.why, kind.howLong]) expect(text.length).toBeGreaterThan(3);
});
