/** Suspension: an admin stops a person from trading, for some days or until it is lifted. Open deals continue. */
import * as z from 'zod/mini';

import { admin, alsoSuspended, withFreshSession, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { ById } from './id.ts';
import { Modified, notAcknowledged } from './replies.ts';
import { Text } from './text.ts';
import { userErrors } from './users.ts';

/** The longest suspension with an end; longer ones last until they are lifted. */
const maxSuspensionDays = 365;

export const maxSuspensionWords = 1000;

const days = `The days are a whole number from 1 to ${maxSuspensionDays}`;

export const NewSuspension = z.object({
  /** Shown to the person. */
  reason: Text('The reason', 'Please say why', maxSuspensionWords),
  /** For how many days; if absent, until it is lifted. */
  days: z.nullish(z.number(days).check(z.int(days), z.gte(1, days), z.lte(maxSuspensionDays, days))),
});
export type NewSuspension = z.infer<typeof NewSuspension>;

export const Appeal = z.object({
  text: Text('The appeal', 'Please say why the suspension is wrong', maxSuspensionWords),
});

const Lifting = z.object({
  /** Shown to the person. */
  words: z.optional(Text('The text', 'Please write something', maxSuspensionWords)),
});

const Keeping = z.object({ words: Text('The text', 'Please answer the appeal', maxSuspensionWords) });

/** A current suspension, as the person and admins see it. */
export const Suspension = z.object({
  reason: z.string(),
  since: z.string(),
  /** Null if it lasts until it is lifted. */
  until: z.nullable(z.string()),
  /** The person's appeal; one is possible for each suspension. */
  appeal: z.nullable(z.string()),
  appealedAt: z.nullable(z.string()),
  /** The answer of an admin who kept the suspension. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
});
export type Suspension = z.infer<typeof Suspension>;

export const suspendUser = endpoint({
  method: 'POST',
  path: '/users/:_id/suspend',
  summary: 'Suspend a person with a reason, for some days or until it is lifted; they are told',
  access: withFreshSession(admin),
  params: ById,
  body: NewSuspension,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const liftSuspension = endpoint({
  method: 'POST',
  path: '/users/:_id/lift-suspension',
  summary: 'Lift a suspension before its time; `modifiedCount` is 0 where there is none',
  access: withFreshSession(admin),
  params: ById,
  body: Lifting,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const keepSuspension = endpoint({
  method: 'POST',
  path: '/users/:_id/keep-suspension',
  summary: 'Answer an appeal by keeping the suspension, with words; lifting it is the other answer',
  access: withFreshSession(admin),
  params: ById,
  body: Keeping,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
});

export const getSuspension = endpoint({
  method: 'GET',
  path: '/suspension',
  summary: 'One’s own suspension, or null',
  access: alsoSuspended(signedIn),
  reply: z.nullable(Suspension),
});

export const appealSuspension = endpoint({
  method: 'POST',
  path: '/suspension/appeal',
  summary: 'Write to the admins why one’s suspension is wrong; once while it goes on',
  access: alsoSuspended(signedIn),
  body: Appeal,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(20, 600),
});
