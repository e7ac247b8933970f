// The server without pages as a separate process: for the kill tests, and as a second one beside a market.
import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { stopOnSignals } from '#server/platform/process/stop-on-signals.ts';
import { startServer } from '#server/start-server.ts';

const config = loadConfig();
const log = createLog(config.logLevel);
const server = await startServer({ config, log, without: ['demo data', 'pages'] });
stopOnSignals(async () => {
  await server.drain();
  await server.stop();
}, log);
const { connectionString } = server.services.db.$client.options;
process.send?.({ address: server.address, databaseUrl: connectionString });
