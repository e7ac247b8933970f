/**
 * The domains in dependency order: in every layer, a domain imports only from the domains before it. Where an
 * earlier domain must call a later one, it declares a typed hook that `server/services.ts` or `server/app.ts` wires.
 * `npm run new:domain` appends to this list; the import checker and tests read it.
 */
export const domains = [
  'staff',
  'users',
  'mails',
  'jobs',
  'auth',
  'notifications',
  'media',
  'cities',
  'products',
  'advertisements',
  'bookings',
  'ledger',
  'payments',
  'orders',
  'payouts',
  'reconciliation',
  'reports',
  'people',
  'search',
  'live',
  'todo',
  'privacy',
] as const;
