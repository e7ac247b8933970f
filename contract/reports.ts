/** Reports of listings, for admins. */
import * as z from 'zod/mini';

import { admin, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById, Id } from './id.ts';
import { pageQuery } from './page.ts';
import { PictureInfo } from './picture.ts';
import { productStates } from './products-machine.ts';
import { Deleted, Inserted, Modified, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';
import { ShownCount, showParameter, sortParameter, tableSearch, timeOrders } from './table.ts';
import { Text } from './text.ts';

export const reportStates = ['open', 'upheld', 'dismissed'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportMachine = {
  name: 'report',
  first: 'open',
  transitions: {
    open: { upheld: { by: ['admin'] }, dismissed: { by: ['admin'] } },
    upheld: {},
    dismissed: {},
  },
} as const satisfies Machine<'report', ReportState>;

export type ReportEvents = StateEvents<typeof reportMachine>;

export const maxProblemLength = 1000;

/** The longest reason for dismissing a report. */
export const maxDismissalLength = 500;

export const Report = z.object({
  _id: z.string(),
  productId: z.string(),
  image: z.string(),
  picture: z.optional(PictureInfo),
  model: z.string(),
  time: z.string(),
  sell: z.number(),
  problem: z.string(),
  name: z.string(),
  email: z.string(),
  seller: z.string(),
  reportUser: z.string(),
  reportEmail: z.string(),
  userPhoto: z.string(),
  reportedAt: z.string(),
  state: z.enum(reportStates),
});
export type Report = z.infer<typeof Report>;

/** A report with everything that its page shows. */
export const ReportDetails = z.extend(Report, {
  sellerId: z.string(),
  reporterId: z.string(),
  productState: z.enum(productStates),
  /** What the seller has changed since the report, in words: the admin does not see what was reported. */
  changed: z.array(z.string()),
  /** Null while it is open. */
  decision: z.nullable(
    z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  ),
  /** Other reports of the same phone, the newest first. */
  others: z.array(
    z.object({
      _id: z.string(),
      problem: z.string(),
      reportUser: z.string(),
      reportedAt: z.string(),
      state: z.enum(reportStates),
    }),
  ),
});
export type ReportDetails = z.infer<typeof ReportDetails>;

export const NewReport = z.object({
  productId: Id,
  problem: Text('The problem', 'Please describe the problem', maxProblemLength),
});
export type NewReport = z.infer<typeof NewReport>;

export const reportErrors = {
  'reports.already-reported': [409, 'Already Reported'],
  'reports.product-not-found': [404, 'There is no such phone.'],
  'reports.not-found': [404, 'There is no such report.'],
} as const satisfies ErrorTable;

export const reportProduct = endpoint({
  method: 'POST',
  path: '/reportItem',
  summary: 'Report a listing; one report per person and phone',
  access: signedIn,
  body: NewReport,
  reply: Inserted,
  errors: reportErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 60),
});

/** The text that reports are searched for: part of the phone's model, or of a name or e-mail address of either side. */
const reportFilter = { search: tableSearch };

export const listReports = endpoint({
  method: 'GET',
  path: '/reportItem',
  summary: 'Reports, newest first: open ones, or those that were decided',
  access: admin,
  query: z.object({
    ...pageQuery,
    ...reportFilter,
    /** Absent: the open ones. */
    show: showParameter(reportStates),
    sort: sortParameter(timeOrders),
  }),
  reply: z.array(Report),
  paged: true,
});

export const countReports = endpoint({
  method: 'GET',
  path: '/reportItem/counts',
  summary: 'How many reports a search finds, by state; each up to 1,000',
  access: admin,
  query: z.object(reportFilter),
  reply: z.array(ShownCount),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/reportItem/:_id',
  summary: 'One report with what was decided, and the other reports of its phone',
  access: admin,
  params: ById,
  reply: ReportDetails,
  errors: reportErrors,
});

export const upholdReport = endpoint({
  method: 'DELETE',
  path: '/reportItem',
  summary: 'Remove a reported phone: its advertisement and every report of it go with it',
  access: admin,
  query: z.object({ id: Id }),
  reply: Deleted,
  errors: reportErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const ReportDismissal = z.object({
  reason: Text('The reason', 'Please say why you dismiss the report', maxDismissalLength),
});

export const dismissReport = endpoint({
  method: 'POST',
  path: '/reportItem/:_id/dismiss',
  summary:
    'Close a report from which nothing follows: whoever wrote it reads why; 0 where it is closed already',
  access: admin,
  params: ById,
  body: ReportDismissal,
  reply: Modified,
  errors: reportErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
