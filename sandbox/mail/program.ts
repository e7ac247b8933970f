import type { Mount } from '#sandbox/program.ts';
import { mailSandbox } from './sandbox.ts';

export const defaultPort = 8025;

/** The mail stand-in as a separate program: receives by SMTP, shows the outbox as pages. */
export const mount: Mount = async (app, { pool, port, env }) => {
  const sandbox = await mailSandbox({ pool, log: app.log, smtpPort: Number(env.SMTP_PORT ?? 1025) });
  await app.register(sandbox.plugin);
  app.addHook('onClose', () => sandbox.close());
  return `Mail sandbox: ${sandbox.smtpUrl}, outbox http://localhost:${port}`;
};
