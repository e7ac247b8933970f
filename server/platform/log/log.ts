import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/** Structured JSON logs. */
export type Log = Pick<
  FastifyBaseLogger,
  'info' | 'warn' | 'error' | 'debug' | 'fatal' | 'trace' | 'child' | 'level' | 'silent'
>;

/**
 * A logger on standard output, or on `destination`. Of a request it tells the method and the path, of an answer the
 * status: queries hold addresses and tokens, headers passwords and cookies.
 */
export const createLog = (level: string, destination?: DestinationStream) =>
  pino({ level, serializers: { req: describeRequest, res: describeAnswer } }, destination);

/** One line for each request, once it is answered or given up: what came is told beside what became of it. */
export class RequestLog extends LogController {
  override incomingRequest(req: FastifyRequest, res: FastifyReply): void {
    const { raw } = res;
    // A connection that is gone no longer tells whose it was.
    const { method, url, ip } = req;
    // Whoever goes before he is answered is no completed request, and would leave no trace.
    const tellAbandoned = (): void => {
      if (raw.errored !== null) return;
      res.log.info({ req: { method, url, ip }, responseTime: res.elapsedTime }, 'request abandoned');
    };
    raw.once('close', tellAbandoned);
    raw.once('finish', () => raw.off('close', tellAbandoned));
  }

  override requestCompleted(error: Error | null | undefined, req: FastifyRequest, res: FastifyReply): void {
    const told = { req, res, responseTime: res.elapsedTime };
    if (error) res.log.error({ ...told, err: error }, 'request errored');
    else res.log.info(told, 'request completed');
  }
}

interface LoggedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly ip?: string;
}

const describeRequest = ({ method, url, ip }: LoggedRequest) => ({ method, path: url?.split('?')[0], ip });

const describeAnswer = ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode });
