// The baseline: the least that any server on Fastify and PostgreSQL has to do for the same answers, without checks,
// logs, limits or guards.
import Fastify from 'fastify';
import pg from 'pg';

import { baselineBooking } from './baseline-booking.ts';
import { baselineCatalogue } from './baseline-catalogue.ts';
import { baselinePage } from './baseline-page.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();
app.get('/ready', async () => ({ isReady: true }));
baselineCatalogue(app, pool);
baselineBooking(app, pool);
await baselinePage(app, pool);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
