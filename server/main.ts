/** The web process: serves pages and calls, and works off jobs. */
import { type Config, ConfigError, loadConfig } from '#server/platform/config.ts';
import { EmbeddedPostgresError } from '#server/platform/embedded-postgres-error.ts';
import { createLog } from '#server/platform/log.ts';
import { type Server, startServer } from './start-server.ts';
import { demoAccounts } from './site.ts';
import { stopOnSignals } from '#server/platform/stop-on-signals.ts';

try {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  const starting = startServer({ config, log });
  // Also a stop that is asked for during the start closes what is open by then.
  stopOnSignals(async () => (await starting).stop(), log);
  announce(config, await starting);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

/** What is the reader's to mend is told in words: a stack would only hide what to do. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function announce(config: Config, server: Server): void {
  const { config: running } = server.services;
  const lines = [`Ringback is at ${config.publicUrl.replace(/:0$/, `:${running.port}`)}`];
  if (config.mode === 'demo') {
    lines.push('Demo: no real money. Sign in as:');
    for (const { email, password } of demoAccounts) lines.push(`  ${email.padEnd(20)} ${password}`);
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
