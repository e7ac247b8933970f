import { mailQueue, type MailServices, sendDueMails, sendQueuedMail } from './service.ts';

/** How often to look for due mail. */
const retrySeconds = 10;

export function mailJobs(services: MailServices): void {
  services.jobs.handle(mailQueue, ({ mailId }) => sendQueuedMail(services, mailId));
  services.jobs.every(retrySeconds, 'send due mail', (ending) => sendDueMails(services, { ending }));
}
