/** Finds the orders that match an admin's search: reads at most one page of each index that may contain them. */
import { type SQL, sql } from 'drizzle-orm';

import { isId } from '#contract/id.ts';
import { bookings } from '#db/tables/bookings.ts';
import { orders } from '#db/tables/orders.ts';
import { users } from '#db/tables/users.ts';

/** Further filters of the list, and its maximum number of rows. */
export interface SearchPage {
  readonly only: SQL;
  /** The sort order of the list. */
  readonly order: SQL;
  readonly limit: number;
}

/**
 * Ids of orders as SQL: by id or the number on a receipt, by the e-mail address of a side, or by a telephone number of
 * one. Each part is read in the list's order, so that a person with very many orders costs no more than one with few.
 */
export function searchedIds(search: string, { only, order, limit }: SearchPage): SQL {
  const text = search.toLowerCase();
  if (isId(text)) return sql`select ${orders.id} from ${orders} where ${orders.id} = ${text} and ${only}`;
  const page = sql`${only} order by ${order} limit ${limit}`;
  if (text.includes('@')) return union([ofPerson(text, 'buyer_id', page), ofPerson(text, 'seller_id', page)]);
  const number = text.replaceAll(/[\s-]/g, '');
  const digits = text.replaceAll(/\D/g, '');
  const byNumber = sql`select ${orders.id} from ${orders} where ${receiptNumber} = ${number} and ${page}`;
  if (digits === '') return byNumber;
  return union([byNumber, ofPhone(buyerDigits, digits, page), ofPhone(sellerDigits, digits, page)]);
}

// The same expressions as in the indexes.
const receiptNumber = sql`right(replace(${orders.id}::text, '-', ''), 12)`;
const buyerDigits = sql`regexp_replace(${bookings.phone}, '[^0-9]', '', 'g')`;
const sellerDigits = sql`regexp_replace(${bookings.listing} ->> 'phone', '[^0-9]', '', 'g')`;

const union = (parts: readonly SQL[]): SQL =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );

/** An order exists for paid bookings only. */
const ofPhone = (column: SQL, digits: string, page: SQL): SQL => sql`
  select ${orders.id} from ${bookings} join ${orders} on ${orders.id} = ${bookings.id}
  where ${bookings.state} = 'paid' and ${column} = ${digits} and ${page}`;

/** Orders of the person who has this address, or had it when their account was removed. */
const ofPerson = (email: string, side: 'buyer_id' | 'seller_id', page: SQL): SQL => sql`
  select found.id from (
    select id from ${users} where email = ${email} and removed_email is null
    union all select id from ${users} where removed_email = ${email}
  ) as person
  cross join lateral (
    select ${orders.id} from ${orders} where ${orders}.${sql.identifier(side)} = person.id and ${page}
  ) as found`;
