/** The web process: serves pages and calls, and runs jobs. */
import { type Config, demoAccounts, loadConfig } from '#server/platform/config.ts';
import { addressWarnings } from '#server/platform/check-sets.ts';
import { describeStartError } from '#server/platform/log/describe-start-error.ts';
import { createLog } from '#server/platform/log/log.ts';
import { type Server, startServer } from './start-server.ts';
import { stopOnSignals } from '#server/platform/process/stop-on-signals.ts';

try {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  const starting = startServer({ config, log });
  // A signal during the start also stops the server, once it has started.
  stopOnSignals(async () => {
    const server = await starting;
    if (!config.isDevelopment) await server.drain();
    await server.stop();
  }, log);
  announce(config, await starting);
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}

function announce(config: Config, server: Server): void {
  const { config: running } = server.services;
  const lines = [`Ringback is at ${config.publicUrl.replace(/:0$/, `:${running.port}`)}`];
  if (config.mode === 'demo') {
    lines.push('Demo: no real money. Sign in as:');
    for (const { email, password } of demoAccounts) lines.push(`  ${email.padEnd(20)} ${password}`);
    if (running.hosts.includes('127.0.0.1'))
      lines.push('Only this machine can open it. HOST=0.0.0.0 lets others in.');
  }
  if (config.mode === 'live') lines.push(...addressWarnings(config.publicUrl));
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
