/** Reports of a listing to the admin. */
import * as z from 'zod/mini';

import { admin, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById, Id } from './id.ts';
import { pageQuery } from './page.ts';
import { PictureInfo } from './picture.ts';
import { Deleted, Inserted, Modified, notAcknowledged } from './replies.ts';
import type { Machine, StateEvents } from './states.ts';
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

/** Why nothing follows from a report may not be longer. */
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
});
export type Report = z.infer<typeof Report>;

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

export const listReports = endpoint({
  method: 'GET',
  path: '/reportItem',
  summary: 'Open reports, newest first',
  access: admin,
  query: z.object(pageQuery),
  reply: z.array(Report),
  paged: true,
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
  reason: Text('The reason', 'Please say why nothing follows from it', maxDismissalLength),
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
