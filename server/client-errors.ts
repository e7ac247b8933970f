/** Accepts errors that pages report from browsers, and logs and counts them. */
import { Counter, type Registry } from 'prom-client';

import { type ClientError, reportClientError } from '#contract/client-errors.ts';
import type { Api } from '#server/platform/http/http.ts';

export function clientErrorRoutes(api: Api, registry: Registry): void {
  const reports = new Counter({
    name: 'client_errors_total',
    help: 'Errors of pages that browsers have reported',
    registers: [registry],
  });
  api.on(reportClientError, {
    handle: async ({ body, request }) => {
      reports.inc();
      request.log.warn({ clientError: withoutPersonalData(body) }, 'a page failed in a browser');
      return { acknowledged: true as const };
    },
  });
}

/** Removes everything that looks like a query, an e-mail address, a telephone number or a token, since anybody may send anything here. */
export const withoutPersonalData = ({ message, stack, path }: ClientError): ClientError => ({
  message: anonymous(message),
  ...(stack === undefined ? {} : { stack: anonymous(stack) }),
  path: anonymous(path),
});

/** Also replaces control characters, which could forge lines of a log that is read as text. */
const anonymous = (text: string): string =>
  text
    .replaceAll(/\?[^\s"'<>():]*/g, '?…')
    .replaceAll(/[^\s@"'<>():/]+(?:@|%40)[^\s@"'<>():/]+/gi, '[e-mail]')
    .replaceAll(/\b(?:Bearer\s+\S+|eyJ[\w-]*(?:\.[\w-]+)*|[\w-]{32,})/g, '[token]')
    .replaceAll(/(?<![\w.-])[+(]?\d(?:[ ()-]{0,2}\d){7,14}(?![\w-])/g, '[number]')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
