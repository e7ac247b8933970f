/** A process that only works off jobs, beside any number of web processes on the same database. */
import { ConfigError, loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { stopOnSignals } from '#server/platform/stop-on-signals.ts';
import { declareJobs, openServices } from './services.ts';

const config = loadConfig();
const { url, directUrl } = config.database;
if (url === undefined || directUrl === undefined || config.smtpUrl === undefined) {
  const problem =
    'a worker of its own needs DATABASE_URL and SMTP_URL: the embedded ones belong to the web process';
  process.stderr.write(`${new ConfigError([problem]).message}\n`);
  process.exit(1);
}
const log = createLog(config.logLevel);
const services = await openServices({ config, log, databaseUrl: url, directUrl, smtpUrl: config.smtpUrl });
declareJobs(services);
await services.jobs.start();
await services.jobs.work();
stopOnSignals(() => services.close(), log);
log.info('working off jobs');
