/** The web process: serves pages and calls, and works off jobs. */
import { type Config, ConfigError, loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { type Server, startServer } from './start-server.ts';
import { demoAccounts } from './site.ts';
import { stopOnSignals } from '#server/platform/stop-on-signals.ts';

try {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  const server = await startServer({ config, log });
  stopOnSignals(server.stop, log);
  announce(config, server);
} catch (error) {
  // A wrong configuration is the reader's to mend: the stack would only hide what to do.
  const message =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
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
