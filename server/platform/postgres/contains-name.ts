import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * The condition that a name contains a text, whatever the case and the accents of both: "asa" is in "Åsa". An accent
 * alone, of which nothing is left to compare, is in none.
 */
export const containsName = (name: AnyColumn, text: string): SQL =>
  sql`position(nullif(${folded(sql`${text}::text`)}, '') in ${folded(sql`${name}`)}) > 0`;

// First without accents: under the locale "C", lower() knows no other letters than those of ASCII.
const folded = (text: SQL): SQL => sql`lower(public.unaccent('public.unaccent', ${text}))`;
