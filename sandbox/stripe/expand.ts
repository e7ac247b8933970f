// https://docs.stripe.com/api/expanding_objects: `latest_charge`, `data.payment_method`, `latest_charge.balance_transaction`, …
import { readList, type Params } from './form.ts';
import { findObject, type Database, type StoredObjects } from './store.ts';

const expandable = {
  balance_transaction: 'balance_transaction',
  charge: 'charge',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  source_transaction: 'charge',
} as const;

/** The kinds of a balance transaction's subject, by the prefix of its id. */
const sources: Readonly<Record<string, keyof StoredObjects>> = {
  ch: 'charge',
  du: 'dispute',
  po: 'payout',
  py: 'charge',
  re: 'refund',
  tr: 'transfer',
  trr: 'transfer_reversal',
  tu: 'topup',
};

/** Replaces the ids that `expand[]` names by whole objects; unknown names are ignored. */
export async function expandObjects(db: Database, params: Params, body: object): Promise<object> {
  const names = readList(params, 'expand');
  if (names.length === 0) return body;
  if (!('data' in body) || !Array.isArray(body.data)) return expandOne(db, names, body);
  const inner = below('data', names);
  const data: object[] = [];
  // A list object contains only objects.
  for (const item of body.data as object[]) data.push(await expandOne(db, inner, item));
  return { ...body, data };
}

async function expandOne(db: Database, names: readonly string[], body: object): Promise<object> {
  const fields = new Map<string, unknown>(Object.entries(body));
  for (const field of [...Object.keys(expandable), 'source']) {
    const id = fields.get(field);
    const inner = below(field, names);
    if ((!names.includes(field) && inner.length === 0) || typeof id !== 'string') continue;
    const kind = kindOf(field, id);
    const found = kind && (await findObject(db, kind, id));
    fields.set(field, found === undefined ? id : await expandOne(db, inner, found));
  }
  return Object.fromEntries(fields);
}

const kinds = new Map<string, keyof StoredObjects>(Object.entries(expandable));

const kindOf = (field: string, id: string): keyof StoredObjects | undefined =>
  kinds.get(field) ?? sources[id.split('_')[0] ?? ''];

/** The names within a field, without its own name. */
const below = (field: string, names: readonly string[]): string[] =>
  names.flatMap((name) => (name.startsWith(`${field}.`) ? [name.slice(field.length + 1)] : []));
