import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/** Structured JSON logs. */
export type Log = Pick<
  FastifyBaseLogger,
  'info' | 'warn' | 'error' | 'debug' | 'fatal' | 'trace' | 'child' | 'level' | 'silent'
>;

/**
 * Creates a logger on standard output, or on `destination`. It logs the method and path of a request and the status of
 * the reply, but no queries, headers and bodies, which contain addresses, tokens and passwords; and the statement of a
 * database error, but never the values, which people have typed.
 */
export const createLog = (level: string, destination: DestinationStream = standardOutput()) =>
  pino(
    {
      level,
      serializers: { req: describeRequest, res: describeAnswer, err: describeError },
      hooks: {
        // A line without a message gets that of its error, before any serialiser runs.
        logMethod(args, method) {
          const [told, words] = args;
          const error: unknown = told instanceof Error ? told : Reflect.get(Object(told), 'err');
          if (error instanceof Error && words === undefined)
            method.apply(this, [told, withoutTypedValues(error.message)]);
          else method.apply(this, args);
        },
      },
    },
    destination,
  );

/**
 * Once the terminal of a process is closed, its lines are lost, as the library does for a closed pipe: an error would end
 * the process before it has stopped. Any other error, such as a full disk, ends it. At its end the library would try for
 * ever to write the rest.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination();
  output.on('error', (error: NodeJS.ErrnoException) => {
    Object.assign(output, { write: () => true, flushSync: () => undefined });
    if (error.code !== 'EIO') throw error;
  });
  return output;
}

/** One line for each request, when it is answered or aborted, with the request and its outcome. */
export class RequestLog extends LogController {
  override incomingRequest(req: FastifyRequest, res: FastifyReply): void {
    const { raw } = res;
    // A closed connection has no client address any more.
    const { method, url, ip } = req;
    // A client that disconnects before the answer leaves no completed request, and therefore no other line.
    const logAbandoned = (): void => {
      if (raw.errored !== null) return;
      res.log.info({ req: { method, url, ip }, responseTime: res.elapsedTime }, 'request abandoned');
    };
    raw.once('close', logAbandoned);
    raw.once('finish', () => raw.off('close', logAbandoned));
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

const describeRequest = ({ method, url, ip }: LoggedRequest) => ({ method, path: withoutAddresses(url), ip });

/** The path alone: a query may contain secrets, and some calls have an e-mail address in their path. */
const withoutAddresses = (url: string | undefined): string | undefined =>
  url?.split('?')[0]?.replaceAll(/[^/]*(?:@|%40)[^/]*/g, '[address]');

const describeAnswer = ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode });

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
}

/** How many errors of an AggregateError are logged, such as those of a sweep. */
const mostErrors = 5;

/** Fields are listed one by one, because drivers attach parameters and rows to their errors. */
function describeError(error: unknown): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: withoutTypedValues(String(error)) };
  const { name = 'Error', message, stack, code, constraint, table, cause } = error;
  const told = withoutTypedValues(message);
  // The stack begins with the message.
  const frames = stack?.slice(stack.indexOf(message) + message.length);
  return {
    type: error instanceof Error ? error.constructor.name : name,
    message: told,
    ...(frames === undefined ? {} : { stack: `${name}: ${told}${frames}` }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, mostErrors).map(describeError) }
      : {}),
  };
}

interface ErrorLike {
  readonly name?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
}

/** An error, or a plain object with its fields: the job queue reports failures as such objects. */
const isErrorLike = (error: unknown): error is ErrorLike =>
  error instanceof Error || typeof Reflect.get(Object(error), 'message') === 'string';

/**
 * An error's message without what people have typed: the values that Drizzle appends to a failed statement, and e-mail
 * addresses, which mail servers and the card processor repeat. The lengths are those of RFC 5321; without them, a long
 * text would be read again from each of its characters.
 */
export const withoutTypedValues = (text: string): string =>
  text.replace(/\nparams: [^]*$/, '').replaceAll(/[^\s<>"'()/:]{1,64}@[^\s<>"'()/:]{1,255}/g, '[address]');
