/** The ways in and out of a session, loaded when the first of them is taken. */
import type { Identity } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { removeDraftsOf } from './drafts.ts';
import { waitForReport } from './google-popup.ts';
import { paths } from './paths.ts';
import type { Send } from './send.ts';
import type { AccountUser, SessionCalls } from './session-calls.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { UserFacingError } from './user-facing-error.ts';

export type SessionWays = ReturnType<typeof sessionWays>;

export interface SessionParts {
  readonly calls: SessionCalls;
  /** Delivers calls without a token. */
  readonly plainSend: Send;
  readonly tokens: TokenKeeper;
}

/** What {@link Session} does, without its flags. */
export function sessionWays({ calls, plainSend, tokens }: SessionParts) {
  const enter = async (user: AccountUser): Promise<Identity> => {
    const identity = { uid: user.id, displayName: user.name, email: user.email, photoURL: user.image ?? '' };
    tokens.keep(identity, await calls.issueToken(plainSend, user.email));
    return identity;
  };
  return {
    signIn: async (credentials: { email: string; password: string }): Promise<Identity> =>
      enter(await calls.signIn(plainSend, credentials)),

    createUser: async (account: { name: string; email: string; password: string }): Promise<Identity> =>
      enter(await calls.signUp(plainSend, account)),

    signInWithGoogle: async (popup: Window | null): Promise<Identity | undefined> => {
      if (popup === null) throw new PopupBlockedError();
      const url = await calls.beginGoogle(plainSend, `${window.location.origin}${paths.popupDone}`);
      if (url !== undefined) popup.location.href = url;
      const report = await waitForReport(popup);
      if (report === undefined) return undefined;
      if (report.error !== undefined) throw new ApiError(400, { message: report.error });
      const account = await calls.findAccount(plainSend);
      return account === undefined ? undefined : enter(account);
    },

    updateProfile: async ({ displayName, photoURL }: { displayName?: string; photoURL?: string }) => {
      await calls.changeProfile(tokens.send, { name: displayName, photoURL });
      const record = tokens.read();
      if (record === undefined) return;
      const { identity } = record;
      const changed = {
        displayName: displayName ?? identity.displayName,
        photoURL: photoURL ?? identity.photoURL,
      };
      tokens.keep({ ...identity, ...changed }, record.token);
    },

    signOut: async (): Promise<void> => {
      const person = tokens.read()?.identity.uid;
      await calls.signOut(plainSend);
      tokens.leave();
      // Whoever uses this browser next finds nothing of this person's. A session that ran out leaves them.
      if (person !== undefined) await removeDraftsOf(person);
    },

    /** Takes over what has changed about the account whose session this browser has, as its e-mail address. */
    followAccount: async (): Promise<void> => {
      const account = await calls.findAccount(plainSend);
      if (account !== undefined) await enter(account);
    },

    /** Asks who somebody is of whom only the token is known. */
    completeIdentity: () => completeIdentity({ calls, plainSend, tokens }),
  };
}

/** The browser did not let us open a window. */
class PopupBlockedError extends UserFacingError {
  override readonly name = 'PopupBlockedError';

  constructor() {
    super('Your browser blocked the sign-in window. Allow pop-ups for this site and try again.');
  }
}

async function completeIdentity({ calls, tokens }: SessionParts): Promise<void> {
  const email = tokens.read()?.identity.email;
  if (email === undefined) return;
  const identity = await calls.getIdentity(tokens.send, email);
  const token = tokens.read()?.token;
  if (token !== undefined) tokens.keep(identity, token);
}
