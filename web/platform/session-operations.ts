/** The functions to sign in and out, loaded with the first use. */
import type { Identity } from './access-token.ts';
import { ApiError, isApiError } from './api-error.ts';
import { removeDraftsOf } from './drafts.ts';
import { waitForReport } from './google-popup.ts';
import { paths } from './paths.ts';
import type { Send } from './send.ts';
import type { AccountUser, SessionCalls } from './session-calls.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { UserFacingError } from './user-facing-error.ts';

export type SessionOperations = ReturnType<typeof sessionOperations>;

export interface SessionParts {
  readonly calls: SessionCalls;
  /** Sends calls without a token. */
  readonly plainSend: Send;
  readonly tokens: TokenKeeper;
}

/** The functions of {@link Session}, without its flags. */
export function sessionOperations({ calls, plainSend, tokens }: SessionParts) {
  const enter = async (user: AccountUser): Promise<Identity> => {
    const identity = { uid: user.id, displayName: user.name, email: user.email, photoURL: user.image ?? '' };
    const token = await calls.issueToken(plainSend, user.email).catch((error: unknown) => {
      throw isApiError(error, 'request.forbidden') ? new CookieRefusedError() : error;
    });
    tokens.keep(identity, token);
    return identity;
  };
  return {
    signIn: async (credentials: { email: string; password: string }): Promise<Identity> =>
      enter(await calls.signIn(plainSend, credentials)),

    createUser: async (account: { name: string; email: string; password: string }): Promise<Identity> =>
      enter(await calls.signUp(plainSend, account)),

    signInWithGoogle: async (popup: Window | null, signal: AbortSignal): Promise<Identity | undefined> => {
      if (popup === null) throw new PopupBlockedError();
      const url = await calls.beginGoogle(plainSend, `${window.location.origin}${paths.popupDone}`);
      if (url !== undefined) popup.location.href = url;
      const report = await waitForReport(popup, signal);
      if (report === undefined) return undefined;
      // The cookie that belongs to the window's sign-in did not come back.
      if (report.error === 'state_mismatch') throw new CookieRefusedError();
      if (report.error === 'access_denied') throw new GoogleCancelledError();
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

    signOut: async (person: string | undefined): Promise<void> => {
      await calls.signOut(plainSend);
      tokens.leave();
      // The next user of this browser must find none of this person's data. An expired session keeps the drafts.
      if (person !== undefined) await removeDraftsOf(person);
    },

    /** Updates the session after a change of its account, such as a new e-mail address. */
    followAccount: async (): Promise<void> => {
      const account = await calls.findAccount(plainSend);
      if (account !== undefined) await enter(account);
    },

    /** Asks for the identity if only the token is known. */
    completeIdentity: () => completeIdentity({ calls, tokens }),
  };
}

/** The browser did not let us open a window. */
class PopupBlockedError extends UserFacingError {
  override readonly name = 'PopupBlockedError';

  constructor() {
    super('Your browser blocked the sign-in window. Allow pop-ups for this site and try again.');
  }
}

class GoogleCancelledError extends UserFacingError {
  override readonly name = 'GoogleCancelledError';

  constructor() {
    super(
      'The sign-in with Google was cancelled. Nothing has changed: you can try again, or use your e-mail address.',
    );
  }
}

/** The server has just set a cookie, but the browser does not send it. */
class CookieRefusedError extends UserFacingError {
  override readonly name = 'CookieRefusedError';

  constructor() {
    super(
      'Your browser does not store our cookie, so you cannot be logged in. Allow cookies for this site, then log in.',
    );
  }
}

async function completeIdentity({ calls, tokens }: Omit<SessionParts, 'plainSend'>): Promise<void> {
  const email = tokens.read()?.identity.email;
  if (email === undefined) return;
  const identity = await calls.getIdentity(tokens.send, email);
  const now = tokens.read();
  // Somebody else may have signed in meanwhile, in another tab.
  if (now?.identity.email === email) tokens.keep(identity, now.token);
}
