/** Notifications: the list, the mail, and people's preferences. */
import * as z from 'zod/mini';

import { alsoSuspended, anyone, ownOnly, signedIn } from './access.ts';
import { linkFaults } from './auth-links.ts';
import { endpoint, perAddress, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { channels } from './notification-kind.ts';
import { pageQuery } from './page.ts';
import { Modified, notAcknowledged } from './replies.ts';

/** A person gets at most one mail of chatty kinds in this time. */
export const chattyMailMinutes = 60;

/** How long notifications are listed. */
export const notificationDays = 180;

export const Notification = z.object({
  _id: z.string(),
  /** A kind of `notification-kinds.ts`. */
  kind: z.string(),
  title: z.string(),
  /** Paragraphs, separated by empty lines. */
  text: z.string(),
  /** A page of this site that the notification leads to. */
  link: z.nullable(z.object({ label: z.string(), path: z.string() })),
  time: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** A person's preference for one kind. A channel that the kind does not use is null. */
export const Preference = z.object({
  kind: z.string(),
  label: z.string(),
  /** The label of its category: the page groups preferences by it. */
  category: z.string(),
  /** False for money and safety. */
  mayTurnOff: z.boolean(),
  page: z.nullable(z.boolean()),
  mail: z.nullable(z.boolean()),
});
export type Preference = z.infer<typeof Preference>;

export const PreferenceChange = z.object({
  kind: z.string('Say which kind of notification').check(z.maxLength(100, 'There is no such kind')),
  channel: z.enum(channels, 'The channel is page or mail'),
  isOn: z.boolean('isOn is true or false'),
});
export type PreferenceChange = z.infer<typeof PreferenceChange>;

export const notificationErrors = {
  'notifications.kind-unknown': [404, 'This kind of notification does not exist, or is not sent this way.'],
  'notifications.always-on': [
    403,
    'What concerns your money or the safety of your account cannot be turned off.',
  ],
  'notifications.link-unknown': [400, linkFaults.unknown],
} as const satisfies ErrorTable;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'The caller’s notifications, newest first',
  access: alsoSuspended(signedIn),
  query: z.object(pageQuery),
  reply: z.array(Notification),
  paged: true,
});

export const markAllRead = endpoint({
  method: 'PUT',
  path: '/notifications/read',
  summary: 'Mark all of the caller’s notifications as read',
  access: alsoSuspended(signedIn),
  reply: Modified,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const markRead = endpoint({
  method: 'PUT',
  path: '/notifications/:_id/read',
  summary: 'Mark one notification as read',
  access: alsoSuspended(ownOnly('params._id')),
  params: ById,
  reply: Modified,
  errors: notificationErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(240, 60),
});

export const listPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferences',
  summary: 'What the caller is told, by kind and channel',
  access: alsoSuspended(signedIn),
  reply: z.array(Preference),
});

export const changePreference = endpoint({
  method: 'PUT',
  path: '/notifications/preferences',
  summary: 'Turn a kind of notification on or off, for one channel',
  access: alsoSuspended(signedIn),
  body: PreferenceChange,
  reply: Modified,
  errors: notificationErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

const UnsubscribeLink = z.object({
  token: z.string(linkFaults.unknown).check(z.regex(/^[\w-]{1,2000}\.[\w-]{43}$/, linkFaults.unknown)),
});

export const findUnsubscribe = endpoint({
  method: 'GET',
  path: '/notifications/unsubscribe/kinds',
  summary: 'Which kinds of mail the link of a mail turns off, and whether they are off already',
  access: anyone,
  query: UnsubscribeLink,
  reply: z.object({ labels: z.array(z.string()), isOff: z.boolean() }),
  errors: notificationErrors,
  rateLimit: perAddress(60, 60),
});

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/notifications/unsubscribe',
  summary: 'The link in the header of a mail, opened in a browser: leads to a page with a button',
  access: anyone,
  query: z.object({ token: z.optional(z.string()) }),
  reply: z.string(),
  redirects: true,
  rateLimit: perAddress(60, 60),
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/unsubscribe',
  summary: 'Turn off the kinds of mail that the link is about, without signing in (RFC 8058)',
  access: anyone,
  query: UnsubscribeLink,
  reply: Modified,
  errors: notificationErrors,
  refusal: notAcknowledged,
  consumes: 'form',
  rateLimit: perAddress(60, 60),
});
