/** The session's calls, made with the contract's endpoints. */
import { getAccessToken, getSession, signIn, signInSocial, signOut, signUp } from '#contract/auth.ts';
import { changeUser, getUser } from '#contract/users.ts';
import { call } from '#web/platform/api.ts';
import type { SessionCalls } from '#web/platform/session-calls.ts';

export const sessionCalls: SessionCalls = {
  signIn: async (send, body) => (await call(send, signIn, { body })).user,
  signUp: async (send, body) => (await call(send, signUp, { body })).user,
  signOut: async (send) => {
    await call(send, signOut);
  },
  beginGoogle: async (send, doneUrl) => {
    const ends = { callbackURL: doneUrl, errorCallbackURL: doneUrl };
    const { url } = await call(send, signInSocial, {
      body: { provider: 'google', ...ends, disableRedirect: true },
    });
    return url;
  },
  findAccount: async (send) => (await call(send, getSession))?.user,
  issueToken: async (send, email) => (await call(send, getAccessToken, { query: { email } })).accessToken,
  getIdentity: async (send, email) => {
    const user = await call(send, getUser, { query: { email } });
    return { uid: user._id, displayName: user.name, email: user.email, photoURL: user.photoURL };
  },
  changeProfile: async (send, body) => {
    await call(send, changeUser, { body });
  },
};
