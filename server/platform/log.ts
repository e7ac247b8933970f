import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** Structured JSON logs. */
export type Log = Pick<
  FastifyBaseLogger,
  'info' | 'warn' | 'error' | 'debug' | 'fatal' | 'trace' | 'child' | 'level' | 'silent'
>;

/** What must not reach a log, wherever in a logged object it stands. */
const secrets = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];

/** A logger on standard output. Of a request it tells the method and the path: queries hold addresses and tokens. */
export const createLog = (level: string) =>
  pino({ level, redact: secrets, serializers: { req: describeRequest } });

interface LoggedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

const describeRequest = ({ method, url, ip }: LoggedRequest) => ({ method, path: url?.split('?')[0], ip });
