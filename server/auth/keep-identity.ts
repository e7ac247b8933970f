import { configureIdentity, type IdentityOptions } from './configure-identity.ts';
import type { RenewMail } from '#server/mails/service.ts';
import { ownAddress } from './own-address.ts';

/** The identity library as the rest of the server uses it. */
export interface Identity {
  /** Answers a call below `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /** The id of the person whose session cookie stands in `headers`; undefined for none. */
  findSessionUser(headers: Headers): Promise<string | undefined>;
  /** Whether pages of `origin` may use the session cookie; so may what sends no Origin, as our own GETs do. */
  trusts(origin: string | undefined): boolean;
  /** Sends a mail with a new link, as the person could ask for it. */
  sendLink: RenewMail;
  /** Where an answer of the library may lead a browser: an address of ours, the start page for any other. */
  ownAddress(location: string): string;
}

/**
 * Builds the library with the first call and anew while Google is missing: it asks for Google's discovery document
 * once, when it is built, and would go without Google for good if that moment was a bad one.
 */
export function keepIdentity(options: IdentityOptions): Identity {
  let current: ReturnType<typeof configureIdentity> | undefined;
  const library = () => (current ??= configureIdentity(options));
  const withGoogle = async () => {
    const { socialProviders } = await library().$context;
    if (!socialProviders.some(({ id }) => id === 'google')) current = undefined;
    return library();
  };
  return {
    handle: async (request) => {
      const isAboutGoogle = /\/(?:sign-in\/social|callback\/google)$/.test(new URL(request.url).pathname);
      const answerer = isAboutGoogle ? await withGoogle() : library();
      return answerer.handler(request);
    },
    findSessionUser: async (headers) => {
      const session = await library().api.getSession({ headers });
      return session?.user.id;
    },
    trusts: (origin) => origin === undefined || options.trustedOrigins.includes(origin),
    sendLink: async (kind, email) => {
      const { api } = library();
      if (kind === 'new-password') await api.requestPasswordReset({ body: { email } });
      else await api.sendVerificationEmail({ body: { email } });
    },
    ownAddress: (location) =>
      ownAddress(location, options.publicUrl, options.trustedOrigins) ?? options.publicUrl,
  };
}
