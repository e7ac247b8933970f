/** A process that only runs jobs, in addition to any number of web processes on the same database. */
import { ConfigError, loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { describeStartError } from '#server/platform/log/describe-start-error.ts';
import { stopOnSignals } from '#server/platform/process/stop-on-signals.ts';
import { requireDatabase } from '#server/platform/postgres/require-database.ts';
import { claimDatabase, requireFolder } from './claim-mode.ts';
import { declareJobs } from './background-jobs.ts';
import { openServices } from './services.ts';

try {
  await work();
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}

async function work(): Promise<void> {
  const config = loadConfig();
  const { url, directUrl } = config.database;
  if (url === undefined || directUrl === undefined || config.smtpUrl === undefined) {
    throw new ConfigError([
      'a worker of its own needs DATABASE_URL and SMTP_URL: the embedded ones belong to the web process',
    ]);
  }
  const log = createLog(config.logLevel);
  await requireDatabase(config.database);
  await claimDatabase(directUrl, config.mode);
  if (config.s3 === undefined) await requireFolder(config.dataDir, config.mode);
  const services = await openServices({ config, log, databaseUrl: url, directUrl, smtpUrl: config.smtpUrl });
  await services.changes.start();
  declareJobs(services);
  await services.jobs.start();
  await services.jobs.work();
  stopOnSignals(() => services.close(), log);
  log.info('running jobs');
}
