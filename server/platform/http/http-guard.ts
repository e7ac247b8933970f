/** Enforces the access that the contract declares, in one place: role first, then ownership, then input. */
import type { FastifyRequest } from 'fastify';

import {
  type Access,
  isOpenToSuspended,
  needsProof,
  type Person,
  type Subject,
  type SuspensionTerms,
  untilWords,
} from '#contract/access.ts';
import { notLoggedIn, requestErrors } from '#contract/errors.ts';
import { type Failure, failWith } from '#server/platform/failure.ts';

const fail = failWith(requestErrors);

/** Identifies the person who makes a request. The auth domain implements it. */
export interface Guard {
  /**
   * The person and session of a token; undefined if there is no valid one.
   *
   * @param authorization the header as it was sent
   */
  readToken(authorization: string): Promise<TokenHolder | undefined>;
  /** The person's current state; undefined if they were removed or that session has ended. */
  findPerson(holder: TokenHolder): Promise<Viewer | undefined>;
  /** The person of the request's session cookie, or the fact that their sign-in waits for its second step. */
  findSessionHolder(request: FastifyRequest): Promise<Viewer | 'awaits-second-factor' | undefined>;
  /** The ways in which the sign-in of the request's session cookie can be finished. */
  listFactorWays(request: FastifyRequest): Promise<readonly string[]>;
}

/** The content of an access token: a person, and one of their sessions. */
export interface TokenHolder {
  readonly id: string;
  readonly sessionId: string;
}

/** The person who makes a call, and the session in which they make it. */
export interface Viewer extends Person {
  readonly sessionId: string;
  /** Whether the session was authenticated within the last few minutes. */
  readonly isFresh: boolean;
  /** Whether they are an admin who must set up a second factor before they can act as an admin. */
  readonly owesFactor: boolean;
  /** Null unless they are suspended. */
  readonly suspension: SuspensionTerms | null;
}

/** Whether the subject of a call belongs to this person; undefined if it does not exist. */
export type Owns = (subject: string, person: Person) => Promise<boolean | undefined>;

/** The caller, if the access of the call requires one. `person` is absent if the handler's statement decides. */
export interface Caller extends TokenHolder {
  readonly person: Viewer | undefined;
}

/**
 * Decides by role, before the body is read.
 *
 * @throws Failure 401 without a valid token of an existing person, 403 for the wrong role, and for somebody who is
 *   suspended
 */
export async function admit(
  guard: Guard,
  access: Access,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  if (access.who === 'session') return admitSession(guard, request);
  const { authorization } = request.headers;
  if (access.who === 'public' && (access.knowsViewer !== true || authorization === undefined))
    return undefined;
  if ('orSession' in access && authorization === undefined) {
    const viewer = await guard.findSessionHolder(request);
    if (typeof viewer !== 'object') throw fail('request.unauthenticated');
    return admitPerson(access, viewer);
  }
  const holder = authorization === undefined ? undefined : await guard.readToken(authorization);
  if (holder === undefined) throw fail('request.unauthenticated');
  // The statement checks state and ownership, but not what else a person must have proven.
  const decidesLater = 'decidedInStatement' in access && access.decidedInStatement && !needsProof(access);
  if (decidesLater) return { ...holder, person: undefined };
  const person = await guard.findPerson(holder);
  if (person === undefined) throw fail('request.unauthenticated');
  return admitPerson(access, person);
}

/** The error for somebody who is suspended: until when, what they can do, and the admin's reason. */
export const refusalOfSuspended = ({ reason, until }: SuspensionTerms): Failure =>
  fail('request.suspended', {
    detail: `Your account is suspended ${untilWords(until)}. You can still finish your open orders, and appeal in your dashboard. The reason: ${reason}`,
    fields: { reason, ...(until === null ? {} : { suspendedUntil: until }) },
  });

/** @throws Failure request.suspended */
function requireOpen(access: Access, { suspension }: Viewer): void {
  if (suspension !== null && !isOpenToSuspended(access)) throw refusalOfSuspended(suspension);
}

/** Checks the role. Without an owner to check, what the person has proven is checked as well. */
function admitPerson(access: Access, person: Viewer): Caller {
  requireOpen(access, person);
  if (access.who === 'admin' && !person.isAdmin) throw forbidden(person);
  if (access.who === 'seller' && !person.isSeller)
    throw fail('request.forbidden', { detail: 'Only sellers can do this.' });
  if (!('own' in access)) requireProof(access, person);
  return { id: person.id, sessionId: person.sessionId, person };
}

/** Comes last, so that nobody is asked for a proof that would not help. */
function requireProof(access: Access, { emailConfirmed, isFresh }: Viewer): void {
  if ('emailConfirmed' in access && access.emailConfirmed && !emailConfirmed)
    throw fail('request.email-not-confirmed');
  if ('fresh' in access && access.fresh && !isFresh) throw fail('request.fresh-sign-in-needed');
}

/** The error for an admin who has to set up a second factor. */
const forbidden = ({ owesFactor }: Viewer) =>
  fail(owesFactor ? 'request.second-factor-missing' : 'request.forbidden');

async function admitSession(guard: Guard, request: FastifyRequest): Promise<Caller> {
  const person = await guard.findSessionHolder(request);
  if (person === 'awaits-second-factor')
    throw fail('request.second-factor-needed', { fields: { ways: await guard.listFactorWays(request) } });
  if (person === undefined) throw fail('request.forbidden', { detail: notLoggedIn });
  return { id: person.id, sessionId: person.sessionId, person };
}

/**
 * Decides by ownership and then by what the person has proven, before input and conflicts.
 *
 * A missing subject is left to the validation of the input.
 *
 * @throws Failure 403 if the caller may not do it, or has to prove something first; 404 if the object does not exist
 */
export async function checkOwnership(
  access: Access,
  owns: Owns | undefined,
  person: Viewer,
  request: FastifyRequest,
): Promise<void> {
  requireOpen(access, person);
  if (!('own' in access)) return;
  if (owns === undefined) throw new Error(`No owner check for ${request.routeOptions.url}`);
  const subject = subjectOf(request, access.subject);
  if (subject === undefined) return requireProof(access, person);
  const isOwn = await owns(subject, person);
  if (isOwn === undefined) throw fail('request.not-found');
  const isAllowed = access.own === 'never' ? !isOwn : isOwn || (access.own === 'or-admin' && person.isAdmin);
  if (!isAllowed) throw access.own === 'or-admin' ? forbidden(person) : fail('request.forbidden');
  requireProof(access, person);
}

function subjectOf(request: FastifyRequest, subject: Subject): string | undefined {
  const [part, field] = subject.split('.');
  const sources: Record<string, unknown> = {
    params: request.params,
    query: request.query,
    body: request.body,
  };
  const source = sources[part ?? ''];
  if (typeof source !== 'object' || source === null || field === undefined) return undefined;
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
