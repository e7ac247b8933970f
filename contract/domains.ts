/**
 * The words of the house, in the order in which they may know each other: on every floor a word uses only
 * the words before it. What must reach a later word goes through a typed hook that `server/app.ts` wires.
 * `npm run new:domain` appends to this list; the import checker and tests read it.
 */
export const domains = [
  'users',
  'mails',
  'auth',
  'media',
  'products',
  'advertisements',
  'bookings',
  'ledger',
  'payments',
  'reports',
  'search',
] as const;
