import * as mails from '#contract/mails.ts';
import { deleted, modified } from '#contract/replies.ts';
import type { Api } from '#server/platform/http/http.ts';
import * as service from './service.ts';

export type MailDependencies = service.MailServices & { readonly renewMail: service.RenewMail };

export function mailRoutes(api: Api, services: MailDependencies): void {
  api.on(mails.listFailedMails, { handle: ({ query }) => service.listFailedMails(services.db, query) });
  api.on(mails.sendFailedMail, {
    handle: async ({ params }) => modified(await service.sendFailedMail(services, params._id)),
  });
  api.on(mails.removeFailedMail, {
    handle: async ({ params }) => deleted(await service.removeFailedMail(services.db, params._id)),
  });
}
