/**
 * Who may make a call. Declared with the endpoint and enforced by the server in one place.
 *
 * `own` restricts `who` by the owner of the object that `subject` names as `<part>.<field>` of the request: `only` its
 * owner, `or-admin` its owner or an admin, `never` its owner.
 */
export type Access =
  | { readonly who: 'public'; readonly knowsViewer?: true }
  | { readonly who: 'session' }
  | (Proven & { readonly who: 'signed-in' | 'seller' | 'admin'; readonly orSession?: true })
  | OwnAccess;

/** What a person must have proven, in addition to being signed in. */
interface Proven {
  /** They have confirmed their e-mail address. */
  readonly emailConfirmed?: true;
  /** Their session was authenticated within the last {@link freshMinutes}. */
  readonly fresh?: true;
  /** Allowed while they are suspended; other calls are then refused. */
  readonly suspended?: 'allowed';
}

/** Why and until when somebody is suspended; `until` is null if it lasts until an admin lifts it. */
export interface SuspensionTerms {
  readonly reason: string;
  readonly until: string | null;
}

/** How long an authentication counts as fresh. After that the person authenticates again within the same session. */
export const freshMinutes = 10;

/** Whether a call requires more than being signed in. */
export const needsProof = (access: Access): boolean =>
  ('emailConfirmed' in access && access.emailConfirmed === true) ||
  ('fresh' in access && access.fresh === true);

export interface OwnAccess extends Proven {
  readonly who: 'signed-in' | 'seller';
  readonly own: 'only' | 'or-admin' | 'never';
  readonly subject: Subject;
  /** The handler's own SQL statement decides state and ownership of valid input, where speed matters. */
  readonly decidedInStatement?: true;
  /** The session's cookie is accepted too: browsers fetch pictures without the token. */
  readonly orSession?: true;
  /** The sides of a deal that may make the call. Everybody else except admins gets 404. */
  readonly sides?: readonly DealSide[];
}

/** Somebody's role in a deal. */
export type DealSide = 'buyer' | 'seller' | 'admin';

export type Subject = `${'params' | 'query' | 'body'}.${string}`;

/** The signed-in person as every guarded call sees them: read from the database with the call, never from the token. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isSeller: boolean;
  readonly isAdmin: boolean;
  /** Whether they have confirmed their e-mail address. "Verified" is the sellers' badge. */
  readonly emailConfirmed: boolean;
}

/** Anybody; everybody gets the same reply. */
export const anyone = { who: 'public' } as const;

/** Anybody, but owners and admins get a longer reply. A token that is sent must be valid. */
export const anyoneIdentified = { who: 'public', knowsViewer: true } as const;

/** The holder of the session cookie, which only the sign-in calls give. */
export const sessionHolder = { who: 'session' } as const;

export const signedIn = { who: 'signed-in' } as const;
export const admin = { who: 'admin' } as const;

/** A signed-in person, by the token or by the session's cookie: browsers fetch pictures without the token. */
export const signedInByTokenOrCookie = { who: 'signed-in', orSession: true } as const;

/** A signed-in person, for their own objects. */
export const ownOnly = <const S extends Subject>(subject: S) =>
  ({ who: 'signed-in', own: 'only', subject }) as const;

/** A seller, for their own objects. */
export const sellerOwn = <const S extends Subject>(subject: S) =>
  ({ who: 'seller', own: 'only', subject }) as const;

/** A signed-in person for their own objects, or an admin. */
export const ownOrAdmin = <const S extends Subject>(subject: S) =>
  ({ who: 'signed-in', own: 'or-admin', subject }) as const;

/** `access`, and only soon after an authentication: for calls that must not be possible with a stolen session. */
export const withFreshSession = <const A extends Access & Proven>(access: A) =>
  ({ ...access, fresh: true }) as const;

/** `access`, also for somebody who is suspended: to finish deals that have begun, and to read their own data. */
export const alsoSuspended = <const A extends Access & Proven>(access: A) =>
  ({ ...access, suspended: 'allowed' }) as const;

/** Whether somebody who is suspended may make the call. Public calls and signing in are open to everybody. */
export const isOpenToSuspended = (access: Access): boolean =>
  access.who === 'public' || access.who === 'session' || access.suspended === 'allowed';

/** The end of a suspension, as part of a sentence. */
export const untilWords = (until: string | null): string =>
  until === null
    ? 'until further notice'
    : `until ${new Date(until).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}`;

/** A signed-in person, for an object of somebody else. The SQL statement of the handler checks that. */
export const notOwner = <const S extends Subject>(subject: S) =>
  ({ who: 'signed-in', own: 'never', subject, decidedInStatement: true }) as const;

/** These sides of a deal; everybody else except admins gets 404. */
export const partyOnly = <const S extends Subject, Side extends DealSide>(
  subject: S,
  ...sides: readonly Side[]
) => ({ who: 'signed-in', own: 'only', subject, sides }) as const;

/** Like {@link partyOnly}, by the token or by the session's cookie: browsers fetch pictures without the token. */
export const partyByTokenOrCookie = <const S extends Subject, Side extends DealSide>(
  subject: S,
  ...sides: readonly Side[]
) => ({ ...partyOnly(subject, ...sides), orSession: true }) as const;
