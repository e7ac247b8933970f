// `npm run sandbox -- stripe` (or google, mail): a stand-in for a hosted service as a separate program.
import Fastify from 'fastify';
import pg from 'pg';

const programs = {
  stripe: () => import('./stripe/program.ts'),
  google: () => import('./google/program.ts'),
  mail: () => import('./mail/program.ts'),
} as const;

const [name = ''] = process.argv.slice(2);
const { DATABASE_URL: connectionString, HOST: host = '127.0.0.1' } = process.env;

if (!isProgram(name)) stop(`Usage: npm run sandbox -- ${Object.keys(programs).join('|')}`);
if (connectionString === undefined) {
  stop(
    'A sandbox keeps its state in PostgreSQL. Say where, for example:\n' +
      `  DATABASE_URL=postgres://user:password@localhost:5432/sandbox npm run sandbox -- ${name}`,
  );
}

const { mount, defaultPort } = await programs[name]();
const port = Number(process.env.PORT ?? defaultPort);
const app = Fastify({ logger: true, routerOptions: { ignoreTrailingSlash: true } });
const pool = new pg.Pool({ connectionString });
pool.on('error', (error) => app.log.error({ error }, 'lost a connection to the database'));
app.addHook('onClose', () => pool.end());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close());
try {
  const summary = await mount(app, { pool, port, env: process.env });
  await app.listen({ host, port });
  console.log(summary);
} catch (error) {
  // What the system or PostgreSQL refuses has a code; the operator can mend it.
  if (!(error instanceof Error && 'code' in error)) throw error;
  stop(`The stand-in cannot start: ${reasonOf(error)}. Check DATABASE_URL, HOST and PORT.`);
}

function isProgram(candidate: string): candidate is keyof typeof programs {
  return Object.hasOwn(programs, candidate);
}

/** A host with several addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
