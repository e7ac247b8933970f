// The Google stand-in as a program of its own: npm run sandbox:google
import Fastify from 'fastify';
import pg from 'pg';
import { googleSandbox } from './sandbox.ts';

const {
  DATABASE_URL: connectionString,
  HOST: host = '127.0.0.1',
  PORT: port = '4243',
  PUBLIC_URL: publicUrl = `http://localhost:${port}`,
  GOOGLE_CLIENT_ID: clientId = 'sandbox-client',
  GOOGLE_CLIENT_SECRET: clientSecret = 'sandbox-client-secret',
  REDIRECT_URIS: redirectUris = 'http://localhost:3000/api/auth/callback/google',
} = process.env;

if (connectionString === undefined) {
  console.error(
    'The Google sandbox keeps its state in PostgreSQL. Say where, for example:\n' +
      '  DATABASE_URL=postgres://user:password@localhost:5432/sandbox npm run sandbox:google',
  );
  process.exit(1);
}

const app = Fastify({ logger: true });
const pool = new pg.Pool({ connectionString });
pool.on('error', (error) => app.log.error({ error }, 'lost a connection to the database'));
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
app.addHook('onClose', () => pool.end());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());
await app.listen({ host, port: Number(port) });
console.log(`Google sandbox: ${publicUrl}/.well-known/openid-configuration`);
