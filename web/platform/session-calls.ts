import type { Identity } from './access-token.ts';
import type { Send } from './send.ts';

export interface AccountUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image?: string | null;
}

/** The calls that a session makes. `web/auth` provides them; they are loaded when the first is needed. */
export interface SessionCalls {
  signIn(send: Send, credentials: { email: string; password: string }): Promise<AccountUser>;
  signUp(send: Send, account: { name: string; email: string; password: string }): Promise<AccountUser>;
  signOut(send: Send): Promise<void>;
  /** Begins a sign-in with Google. @returns the URL for its window */
  beginGoogle(send: Send, doneUrl: string): Promise<string | undefined>;
  /** The account of this browser's session cookie. */
  findAccount(send: Send): Promise<AccountUser | undefined>;
  issueToken(send: Send, email: string): Promise<string>;
  getIdentity(send: Send, email: string): Promise<Identity>;
  changeProfile(send: Send, changes: { name?: string; photoURL?: string }): Promise<void>;
}

export type LoadSessionCalls = () => Promise<SessionCalls>;
