/** The whole HTTP API, by domain, in dependency order. The only barrel. */
import * as account from './auth-account.ts';
import * as advertisements from './advertisements.ts';
import * as factors from './auth-factors.ts';
import * as passkeys from './auth-passkeys.ts';
import * as stepUp from './auth-step-up.ts';
import * as auth from './auth.ts';
import * as bookings from './bookings.ts';
import * as cities from './cities.ts';
import * as clientErrors from './client-errors.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as jobs from './jobs.ts';
import * as ledgerBalances from './ledger-balances.ts';
import * as live from './live.ts';
import * as mails from './mails.ts';
import * as media from './media.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as orderCalls from './orders-actions.ts';
import * as disputes from './orders-disputes.ts';
import * as orderReceipts from './orders-receipt.ts';
import * as orderTables from './orders-table.ts';
import * as notificationsUnread from './notifications-unread.ts';
import * as people from './people.ts';
import * as payments from './payments.ts';
import * as paymentsChargebacks from './payments-chargebacks.ts';
import * as paymentsInbox from './payments-inbox.ts';
import * as payouts from './payouts.ts';
import * as payoutsManual from './payouts-manual.ts';
import * as payoutsReversals from './payouts-reversals.ts';
import * as privacy from './privacy.ts';
import * as productsEdit from './products-edit.ts';
import * as productsTable from './products-table.ts';
import * as products from './products.ts';
import * as reconciliation from './reconciliation.ts';
import * as reports from './reports.ts';
import * as todo from './todo.ts';
import * as search from './search.ts';
import * as site from './site.ts';
import * as usersPage from './users-page.ts';
import * as users from './users.ts';
import * as suspensions from './users-suspensions.ts';

const exportsByDomain = {
  site: { ...site, ...clientErrors },
  users: { ...users, ...usersPage, ...suspensions },
  mails,
  jobs,
  auth: { ...auth, ...account, ...stepUp, ...factors, ...passkeys },
  notifications: { ...notifications, ...notificationsUnread },
  media,
  cities,
  products: { ...products, ...productsEdit, ...productsTable },
  advertisements,
  bookings,
  ledger: ledgerBalances,
  payments: { ...payments, ...paymentsChargebacks, ...paymentsInbox },
  orders: { ...orders, ...orderCalls, ...orderReceipts, ...orderTables, ...disputes },
  payouts: { ...payouts, ...payoutsManual, ...payoutsReversals },
  reconciliation,
  reports,
  people,
  todo,
  search,
  live,
  privacy,
};

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

export interface NamedEndpoint {
  readonly domain: string;
  readonly name: string;
  readonly spec: EndpointSpec;
}

/** Every endpoint of every domain: what the OpenAPI document describes, the access test walks and the server registers. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(exportsByDomain).flatMap(
  ([domain, exports]) =>
    Object.entries(exports).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ domain, name, spec: value }] : [],
    ),
);
