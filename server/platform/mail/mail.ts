import { createTransport } from 'nodemailer';
import type { Log } from '#server/platform/log/log.ts';

type Mail = {
  /** The same in each attempt: most mail programs show a mail once if it arrives twice because a reply was lost. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Accepts a POST that turns such mail off (RFC 8058). */
  unsubscribeUrl?: string;
};

export interface Mailer {
  /**
   * Hands one mail to the SMTP server; resolves when the server has accepted it.
   *
   * @throws the error of the server or the network, so that the job that sends it tries again
   */
  send(mail: Mail): Promise<void>;
  /** Ends the connections, and what is still being sent. */
  close(): void;
}

export type MailerOptions = {
  /**
   * `smtp://` or `smtps://`, with user and password if the server requires them. A password is sent only over an
   * encrypted connection, unless the address ends with `?requireTLS=false`.
   */
  smtpUrl: string;
  /** The sender: `Ringback <no-reply@example.com>`. */
  from: string;
  log: Pick<Log, 'info'>;
};

/** So that a server that does not answer does not block a job for minutes. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** How long a connection stays open for the next mail, in milliseconds. */
const idleTimeout = 10_000;

/** Sends mail over SMTP; mails that follow each other share a connection. Neither recipients nor texts are logged. */
export function createMailer({ smtpUrl, from, log }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    // Nodemailer would send the password in plain text if somebody in between hides that the server offers STARTTLS.
    requireTLS: new URL(smtpUrl).password !== '',
    pool: true,
    idleTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      // The address as an object: a comma or a line break in it cannot add recipients.
      const { messageId } = await transport.sendMail({
        from,
        messageId: `<${id}@${domain}>`,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(unsubscribeUrl === undefined ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
      });
      log.info({ messageId }, 'mail sent');
    },
    close: () => transport.close({ force: true }),
  };
}

/** Mail programs show a button for this header, which sends a POST without cookies. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Whether the mail server reported that the address does not exist (RFC 3463: 5.1.1 to 5.1.3): a retry cannot help. */
export const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'response' in error &&
  typeof error.response === 'string' &&
  /^5\d\d[ -]5\.1\.[1-3]\b/.test(error.response);
