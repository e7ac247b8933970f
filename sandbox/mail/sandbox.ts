// The stand-in for a mail server: takes mail by SMTP, keeps it, shows it.
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
  /** On the loopback address alone. */
  smtpUrl: string;
  /** The outbox's pages; register it with the prefix under which it is to stand. */
  plugin: FastifyPluginAsync;
  close: () => Promise<void>;
};

/**
 * Starts to take mail. All mail is in PostgreSQL: each process may have a sandbox of its own, and each outbox
 * shows the mail of all.
 */
export async function mailSandbox({ pool, log, smtpPort = 0 }: MailSandboxOptions): Promise<MailSandbox> {
  await prepareSchema(pool);
  const { smtpUrl, close } = await receiveMail({ pool, port: smtpPort, log });
  return { smtpUrl, plugin: outboxRoutes(pool), close };
}
