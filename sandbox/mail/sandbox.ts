// The stand-in for a mail server: receives mail by SMTP, stores it, shows it.
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { prepareSchema } from './mail-store.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { receiveMail } from './receive-mail.ts';

export type MailSandboxOptions = {
  pool: pg.Pool;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** 0, the default, takes a free port. */
  smtpPort?: number;
};

export type MailSandbox = {
  /** Only on the loopback address. */
  smtpUrl: string;
  /** The outbox's pages; register it with the desired prefix. */
  plugin: FastifyPluginAsync;
  close: () => Promise<void>;
};

/**
 * Starts receiving mail. All mail is in PostgreSQL: each process may have its own sandbox, and each outbox shows all
 * mail.
 */
export async function mailSandbox({ pool, log, smtpPort = 0 }: MailSandboxOptions): Promise<MailSandbox> {
  await prepareSchema(pool);
  const { smtpUrl, close } = await receiveMail({ pool, port: smtpPort, log });
  return { smtpUrl, plugin: outboxRoutes(pool), close };
}
