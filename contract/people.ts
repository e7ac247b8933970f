/** People as admins see them: their activity, the decisions about them, and what is open. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { productStates } from './products-machine.ts';
import { reportStates } from './reports.ts';
import { ShownCount, showParameter, sortParameter, tableSearch } from './table.ts';
import { User, UserType } from './users.ts';
import { Suspension } from './users-suspensions.ts';

/** The most entries of each list in a person's record, the newest first. */
export const maxInRecord = 50;

/** An action of staff: about this person, or by this person. */
const RecordedAction = z.object({
  _id: z.string(),
  /** A kind of `contract/staff.ts`. */
  kind: z.string(),
  at: z.string(),
  /** Who did it. */
  actor: z.string(),
  /** The person it is about; null if it is about an order alone. */
  person: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  orderId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  words: z.nullable(z.string()),
});
export type RecordedAction = z.infer<typeof RecordedAction>;

const RecordedReport = z.object({
  _id: z.string(),
  productId: z.string(),
  model: z.string(),
  problem: z.string(),
  state: z.enum(reportStates),
  at: z.string(),
  /** Whether this person made it; otherwise it is about a phone of theirs. */
  isTheirs: z.boolean(),
  /** The other person: the reported one, or the reporter. */
  other: z.object({ _id: z.string(), name: z.string() }),
});
export type RecordedReport = z.infer<typeof RecordedReport>;

export const PersonRecord = z.object({
  person: User,
  since: z.string(),
  removedAt: z.nullable(z.string()),
  /** When the account is to be erased; before they were removed, unless they log in. Null if it is not, or was. */
  eraseDueAt: z.nullable(z.string()),
  /** Null if they have no session now. */
  lastSeenAt: z.nullable(z.string()),
  sessions: z.number(),
  suspension: z.nullable(Suspension),
  /** The number of their phones by state, without states that have none. */
  phones: z.array(z.object({ state: z.enum(productStates), count: z.number() })),
  orders: z.object({
    bought: z.number(),
    sold: z.number(),
    /** As buyer or seller. */
    open: z.number(),
    disputed: z.number(),
  }),
  /** What they are owed now, in cents; below zero if they owe money. */
  owedCents: z.number(),
  /** What is on its way to their bank, in cents. */
  onItsWayCents: z.number(),
  reports: z.array(RecordedReport),
  actions: z.array(RecordedAction),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** A person in the admins' table, with their counts. */
export const ListedPerson = z.extend(User, {
  since: z.string(),
  phones: z.number(),
  /** As buyer or seller. */
  orders: z.number(),
  /** Of their phones. */
  reports: z.number(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

export const personFilters = ['verified', 'not-verified', 'suspended', 'unconfirmed'] as const;
export type PersonFilter = (typeof personFilters)[number];

export const personOrders = ['newest', 'oldest', 'most-reports', 'most-orders'] as const;
export type PersonOrder = (typeof personOrders)[number];

export const peopleErrors = {
  'people.not-found': [404, 'There is no such person.'],
} as const satisfies ErrorTable;

export const getPerson = endpoint({
  method: 'GET',
  path: '/people/:_id',
  summary: 'One person as admins see them: what they did, what was decided, what is open',
  access: admin,
  params: ById,
  reply: PersonRecord,
  errors: peopleErrors,
});

/** Which people a table shows. */
const peopleFilter = {
  userType: z.optional(UserType),
  /** Part of a name or an e-mail address. */
  search: tableSearch,
  show: showParameter(personFilters),
};

export const listPeople = endpoint({
  method: 'GET',
  path: '/people',
  summary: 'Buyers or sellers with how many phones, orders and reports they have; searched, filtered, sorted',
  access: admin,
  query: z.object({
    ...pageQuery,
    ...peopleFilter,
    sort: sortParameter(personOrders),
  }),
  reply: z.array(ListedPerson),
  paged: true,
  errors: peopleErrors,
});

export const countPeople = endpoint({
  method: 'GET',
  path: '/people/counts',
  summary: 'How many buyers or sellers a search finds, in all and by `show`; each up to 1,000',
  access: admin,
  query: z.omit(z.object(peopleFilter), { show: true }),
  reply: z.array(ShownCount),
  errors: peopleErrors,
});
