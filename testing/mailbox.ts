/** The mail that the server has sent, read from the demo's outbox. */
import { setTimeout } from 'node:timers/promises';

export interface SentMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly unsubscribeUrl: string | null;
}

/** Every mail to an address that has been sent by now. */
export async function mailsTo(address: string, email: string): Promise<SentMail[]> {
  const url = `${address}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`;
  return (await fetch(url)).json();
}

const timeoutMs = 15_000;

/** Waits for a mail: jobs write and send it, a moment after the answer. @returns the newest one about `subject` */
export async function mailTo(address: string, email: string, subject: string): Promise<SentMail> {
  for (const end = Date.now() + timeoutMs; ; await setTimeout(20)) {
    const found = (await mailsTo(address, email)).find((mail) => mail.subject.includes(subject));
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`no mail about ${subject}`);
  }
}

/** The token of the link in a mail. */
export function tokenIn({ text }: Pick<SentMail, 'text'>): string {
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}
