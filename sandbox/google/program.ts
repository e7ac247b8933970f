import type { Mount } from '#sandbox/program.ts';
import { googleSandbox } from './sandbox.ts';

export const defaultPort = 4243;

/** The Google stand-in as a separate program. */
export const mount: Mount = async (app, { pool, port, env }) => {
  const {
    PUBLIC_URL: publicUrl = `http://localhost:${port}`,
    GOOGLE_CLIENT_ID: clientId = 'sandbox-client',
    GOOGLE_CLIENT_SECRET: clientSecret = 'sandbox-client-secret',
    REDIRECT_URIS: redirectUris = 'http://localhost:3000/api/auth/callback/google',
  } = env;
  await app.register(
    await googleSandbox({
      pool,
      publicUrl,
      mountPath: '',
      clientId,
      clientSecret,
      redirectUris: redirectUris.split(','),
      log: app.log,
    }),
  );
  return `Google sandbox: ${publicUrl}/.well-known/openid-configuration`;
};
