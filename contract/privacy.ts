/** What is stored about people: what everybody can read about it, and the copies that people can download. */
import * as z from 'zod/mini';

import { alsoSuspended, anyone, withFreshSession, signedIn, signedInByTokenOrCookie } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { Inserted, notAcknowledged } from './replies.ts';
import { userErrors } from './users.ts';

/** How long a copy can be downloaded. */
export const exportHours = 24;

export const privacyErrors = {
  'privacy.export-running': [
    409,
    'We are already preparing your data. We will write to you when it is ready.',
  ],
  'privacy.export-missing': [404, 'There is no copy of your data. Ask for a new one.'],
  'privacy.deals-open': [
    409,
    'You have open orders, or money that is not settled. You can delete your account when they have ended.',
  ],
} as const satisfies ErrorTable;

/** Something that must end before an account can be deleted. */
export const Obstacle = z.object({
  what: z.string(),
  /** The page on which the person can end it; null if they can only wait. */
  path: z.nullable(z.string()),
});
export type Obstacle = z.infer<typeof Obstacle>;

export const StoredData = z.object({
  /** By domain, in the order in which people come across them. */
  parts: z.array(
    z.object({
      title: z.string(),
      kinds: z.array(z.object({ what: z.string(), why: z.string(), howLong: z.string() })),
    }),
  ),
  /** For how many days a backup of the database is kept: it contains erased data for as long. */
  backupDays: z.number(),
});
export type StoredData = z.infer<typeof StoredData>;

export const OwnData = z.object({
  /** The newest copy that the person requested; null if there is none, or it was removed. */
  export: z.nullable(
    z.object({
      state: z.enum(['running', 'ready']),
      requestedAt: z.string(),
      /** Until when it can be downloaded. */
      until: z.string(),
      bytes: z.number(),
    }),
  ),
  /** Why the account cannot be deleted now. */
  obstacles: z.array(Obstacle),
  /** For how many days a deletion can be undone. */
  eraseDays: z.number(),
  /** When the person undid a deletion, if within the last day. */
  cameBackAt: z.nullable(z.string()),
});
export type OwnData = z.infer<typeof OwnData>;

export const listStoredData = endpoint({
  method: 'GET',
  path: '/privacy/kinds',
  summary: 'What this site stores about people: kinds of data, why and how long',
  access: anyone,
  reply: StoredData,
});

export const getOwnData = endpoint({
  method: 'GET',
  path: '/privacy',
  summary: 'How far the copy of one’s own data is, and what keeps the account from being deleted',
  access: alsoSuspended(signedIn),
  reply: OwnData,
});

export const requestExport = endpoint({
  method: 'POST',
  path: '/privacy/export',
  summary: 'Ask for a copy of everything that is stored about oneself; a mail says when it is ready',
  access: alsoSuspended(withFreshSession(signedIn)),
  reply: Inserted,
  errors: privacyErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(5, 3600),
});

export const getExport = endpoint({
  method: 'GET',
  path: '/privacy/export',
  summary: 'Where the newest copy of one’s own data can be downloaded',
  access: alsoSuspended(withFreshSession(signedIn)),
  reply: z.object({ path: z.string() }),
  errors: privacyErrors,
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/privacy/export/file',
  summary: 'The newest copy of one’s own data: JSON of each domain, a page to read, and pictures',
  access: alsoSuspended(withFreshSession(signedInByTokenOrCookie)),
  reply: z.unknown(),
  produces: 'application/zip',
  errors: privacyErrors,
  rateLimit: perPerson(20, 3600),
});

export const leaveAccount = endpoint({
  method: 'POST',
  path: '/privacy/leave',
  summary:
    'Delete one’s own account: logged out everywhere at once, erased some days later unless one logs in',
  access: withFreshSession(signedIn),
  reply: z.object({ acknowledged: z.literal(true), until: z.string() }),
  errors: { ...privacyErrors, ...userErrors },
  refusal: notAcknowledged,
  rateLimit: perPerson(10, 3600),
});
