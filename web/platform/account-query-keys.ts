/** The query keys for people with an account: their own data, and everybody's for admins. */
import { keysOf } from './query-key.ts';

const bookings = 'bookedProduct';
const notifications = 'notifications';
const orders = 'orders';
const people = 'people';
const payouts = 'payouts';
const reconciliation = 'reconciliation';
const reports = 'reportItem';
const users = 'users';

export const accountKeys = keysOf({
  factors: ['factors'],
  passkeys: ['passkeys'],
  sessions: ['sessions'],
  stepUp: ['step-up'],
  /** The purpose of a link in a mail. */
  link: (purpose: string, token: string) => ['link', purpose, token],
  unsubscribe: (token: string) => ['unsubscribe', token],
  suspension: ['suspension'],
  notifications: {
    all: [notifications],
    list: [notifications, 'list'],
    unread: [notifications, 'unread'],
    preferences: [notifications, 'preferences'],
  },
  privacy: { kinds: ['privacy', 'kinds'], own: ['privacy', 'own'] },
  payments: {
    intent: (bookingId: string) => ['payments', 'intent', bookingId],
    processor: (scriptUrl: string) => ['payments', 'processor', scriptUrl],
  },
  payouts: {
    all: [payouts],
    overview: [payouts, 'overview'],
    own: [payouts, 'own'],
    statement: [payouts, 'statement'],
    balances: (show: string) => [payouts, 'balances', show],
    lines: [payouts, 'lines'],
    reversals: [payouts, 'reversals'],
  },
  bookings: {
    all: [bookings],
    ofBuyer: (userEmail: string, filters: object) => [bookings, 'list', userEmail, filters],
    one: (_id: string) => [bookings, 'one', _id],
    heldBy: (userEmail: string, productId: string) => [bookings, 'held', userEmail, productId],
  },
  orders: {
    all: [orders],
    one: (_id: string) => [orders, 'one', _id],
    receipt: (_id: string) => [orders, 'receipt', _id],
    table: (filters: object) => [orders, 'table', filters],
    todo: [orders, 'todo'],
  },
  users: {
    seller: (email: string) => [users, 'seller', email],
    admins: [users, 'admin'],
    admin: (email: string) => [users, 'admin', email],
  },
  devices: (categoryId: string) => ['devices', categoryId],
  people: {
    all: [people],
    one: (_id: string) => [people, 'one', _id],
    list: (filters: object) => [people, 'list', filters],
  },
  reports: {
    all: [reports],
    one: (_id: string) => [reports, 'one', _id],
    table: (filters: object) => [reports, 'table', filters],
  },
  failedJobs: ['failedJobs'],
  failedMails: ['failedMails'],
  chargeIssues: ['chargeIssues'],
  chargebacks: ['chargebacks'],
  failedProcessorEvents: ['failedProcessorEvents'],
  ledger: { all: ['ledger'], money: (days: string) => ['ledger', 'money', days] },
  reconciliation: {
    all: [reconciliation],
    differences: [reconciliation, 'differences'],
    differencesOf: (show: string) => [reconciliation, 'differences', show],
    last: [reconciliation, 'last'],
  },
});
