/** People: buyers, sellers and admins, and the seller's verification. */
import * as z from 'zod/mini';

import {
  admin,
  alsoSuspended,
  anyoneIdentified,
  withFreshSession,
  ownOnly,
  ownOrAdmin,
  signedIn,
} from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { pageQuery } from './page.ts';
import { Deleted, Inserted, Modified, notAcknowledged } from './replies.ts';
import { Line, Text } from './text.ts';
import { About, City, Languages } from './users-page.ts';

export const userTypes = ['Buyer', 'Seller'] as const;
export type UserType = (typeof userTypes)[number];

export const maxNameLength = 80;

export const Name = Line('The name', 'Please enter your name', maxNameLength);
export const UserType = z.enum(userTypes, 'Require');
const PhotoUrl = Text('The photo address', 'Please Select Photo', 500);

export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  photoURL: z.string(),
  userType: z.string(),
  role: z.string(),
  status: z.nullable(z.string()),
  /**
   * Whether the sign-up was completed with `POST /users`; for somebody who signed up with Google, whether they have
   * chosen an account type.
   */
  isRegistered: z.boolean(),
  /** Whether the person has confirmed their e-mail address; `status` is the sellers' badge. */
  emailConfirmed: z.boolean(),
  /** Whether the person is suspended: `GET /suspension` returns why and until when. */
  isSuspended: z.boolean(),
  /** What the person writes about themselves on their public page. */
  city: z.string(),
  about: z.string(),
  languages: z.array(z.string()),
});
export type User = z.infer<typeof User>;

export const NewUser = z.object({
  name: Name,
  email: z
    .string('Email Address is required')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Email Address is required')),
  photoURL: z.optional(z.string().check(z.maxLength(500, 'The photo address is at most 500 characters'))),
  userType: UserType,
});
export type NewUser = z.infer<typeof NewUser>;

export const UserChanges = z.object({
  name: z.optional(Name),
  photoURL: z.optional(PhotoUrl),
  city: z.optional(City),
  about: z.optional(About),
  languages: z.optional(Languages),
});
export type UserChanges = z.infer<typeof UserChanges>;

export const userErrors = {
  'users.not-found': [404, 'There is no such person.'],
  'users.already-registered': [409, 'This account already has another type. Write to us to change it.'],
  'users.photo-unknown': [400, 'Please Select Photo'],
  'users.sign-up-unfinished': [409, 'Please finish signing up first, and choose your kind of account.'],
  'users.not-a-seller': [409, 'Only sellers can be verified.'],
  'users.is-yourself': [409, 'You cannot delete yourself.'],
  'users.is-last-admin': [409, 'The last admin cannot be deleted.'],
  'users.suspends-yourself': [409, 'You cannot suspend yourself.'],
  'users.already-suspended': [409, 'This person is already suspended.'],
  'users.not-suspended': [409, 'Your account is not suspended.'],
  'users.has-appealed': [409, 'You have already appealed. An admin will read what you wrote.'],
  'users.no-appeal': [409, 'No appeal is waiting for an answer.'],
} as const satisfies ErrorTable;

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  summary: 'One person’s own record; `status` tells whether a seller is verified',
  access: alsoSuspended(ownOrAdmin('query.email')),
  query: z.object({ email: z.optional(z.string()) }),
  reply: User,
  errors: userErrors,
});

export const changeUser = endpoint({
  method: 'PATCH',
  path: '/user',
  summary: 'Change one’s own name, photo and public page',
  access: signedIn,
  body: UserChanges,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 60),
});

export const becomeSeller = endpoint({
  method: 'POST',
  path: '/user/seller',
  summary:
    'A buyer becomes a seller, who goes on buying; there is no way back. Nothing changes for sellers and admins',
  access: signedIn,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 60),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'Buyers or sellers, newest first',
  access: admin,
  query: z.object({ ...pageQuery, userType: z.optional(UserType) }),
  reply: z.array(User),
  paged: true,
});

export const registerUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Complete one’s own record after sign-up; repeating it is harmless',
  access: ownOnly('body.email'),
  body: NewUser,
  reply: Inserted,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 60),
});

export const isAdmin = endpoint({
  method: 'GET',
  path: '/users/admin/:email',
  summary: 'Whether a person is an admin; false to anybody but themselves and admins',
  access: anyoneIdentified,
  params: z.object({ email: z.string() }),
  reply: z.object({ isAdmin: z.boolean() }),
});

export const isSeller = endpoint({
  method: 'GET',
  path: '/users/seller/:email',
  summary: 'Whether a person is a seller; false to anybody but themselves and admins',
  access: anyoneIdentified,
  params: z.object({ email: z.string() }),
  reply: z.object({ seller: z.boolean() }),
});

export const verifySeller = endpoint({
  method: 'PUT',
  path: '/users/admin/:_id',
  summary: 'Verify a seller; `modifiedCount` is 0 the second time',
  access: admin,
  params: ById,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const unverifySeller = endpoint({
  method: 'POST',
  path: '/users/:_id/unverify',
  summary: 'Take the verification of a seller back; `modifiedCount` is 0 where there was none',
  access: admin,
  params: ById,
  reply: Modified,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const removeUser = endpoint({
  method: 'DELETE',
  path: '/users/:_id',
  summary:
    'Delete a buyer or seller: out at once, orders that were not handed over are cancelled, ended ones stay for the other side',
  access: withFreshSession(admin),
  params: ById,
  reply: Deleted,
  errors: userErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
