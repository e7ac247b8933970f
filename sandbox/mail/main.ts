// The mail stand-in as a program of its own: npm run sandbox:mail
import Fastify from 'fastify';
import pg from 'pg';
import { mailSandbox } from './sandbox.ts';

const {
  DATABASE_URL: connectionString,
  HOST: host = '127.0.0.1',
  PORT: port = '8025',
  SMTP_PORT: smtpPort = '1025',
} = process.env;

if (connectionString === undefined) {
  console.error(
    'The mail sandbox keeps its mail in PostgreSQL. Say where, for example:\n' +
      '  DATABASE_URL=postgres://user:password@localhost:5432/sandbox npm run sandbox:mail',
  );
  process.exit(1);
}

const app = Fastify({ logger: true });
const pool = new pg.Pool({ connectionString });
pool.on('error', (error) => app.log.error({ error }, 'lost a connection to the database'));
const sandbox = await mailSandbox({ pool, log: app.log, smtpPort: Number(smtpPort) });
await app.register(sandbox.plugin);
app.addHook('onClose', async () => {
  await sandbox.close();
  await pool.end();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());
await app.listen({ host, port: Number(port) });
console.log(`Mail sandbox: ${sandbox.smtpUrl}, outbox http://${host}:${port}`);
