import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { EncodeReply, EncodeRequest } from './image-encoder-child.ts';
import { imageRefusals } from './image-encoder-refusal.ts';

/** The outcome of a request to a child: an answer, none because it died, or none in time. */
export type EncodeOutcome = EncodeReply | 'died' | 'timed-out';

export interface EncoderProcess {
  readonly pid: number | undefined;
  isAlive(): boolean;
  /** Sends one request at a time. A child that does not give a valid answer within `timeoutMs` is killed. */
  ask(request: EncodeRequest, timeoutMs: number): Promise<EncodeOutcome>;
  kill(): Promise<void>;
}

/**
 * Starts the child that decodes pictures. It gets none of our environment, which contains secrets that hostile input
 * must not reach. An idle child does not keep this process running.
 */
export function startEncoderProcess(onComplaint: (text: string) => void): EncoderProcess {
  const child = fork(program, {
    execPath: process.execPath,
    execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', onComplaint);
  // A failed spawn or write also ends in `exit` or in the timeout; without a listener it would end this process.
  child.on('error', (error) => onComplaint(error.message));
  child.unref();
  child.channel?.unref();
  // The pipe is declared as a stream, but is a socket.
  if (child.stderr instanceof Socket) child.stderr.unref();
  return {
    pid: child.pid,
    isAlive: () => child.connected,
    ask: (request, timeoutMs) => ask(child, request, timeoutMs),
    kill: () => kill(child),
  };
}

const program = fileURLToPath(new URL('./image-encoder-child.ts', import.meta.url));

async function ask(child: ChildProcess, request: EncodeRequest, timeoutMs: number): Promise<EncodeOutcome> {
  const { promise, resolve } = Promise.withResolvers<EncodeOutcome>();
  const onMessage = (message: unknown) => resolve(Reply.safeParse(message).data ?? 'died');
  const onEnd = () => resolve('died');
  const timer = setTimeout(() => resolve('timed-out'), timeoutMs);
  child.once('message', onMessage).once('exit', onEnd).once('disconnect', onEnd);
  child.send(request, (error) => {
    if (error) onEnd();
  });
  const outcome = await promise;
  clearTimeout(timer);
  child.off('message', onMessage).off('exit', onEnd).off('disconnect', onEnd);
  if (typeof outcome === 'string') await kill(child);
  return outcome;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const Bytes = z.instanceof(Uint8Array);

const Renditions = z.array(z.object({ width: z.int(), bytes: Bytes })).check(z.minLength(1));

/** The answer comes from a process that has just read hostile bytes, so it is parsed like any input. */
const Reply = z.union([
  z.object({
    ok: z.literal(true),
    image: z.object({
      width: z.int(),
      height: z.int(),
      // Pages use it as a style, so it may contain only colours.
      preview: z.string().check(z.regex(/^linear-gradient\((?:#[0-9a-f]{6},?){4}\)$/)),
      shortSide: z.int(),
      renditions: Renditions,
      fallback: Bytes,
    }),
  }),
  z.object({ ok: z.literal(true), avif: Renditions }),
  z.object({ ok: z.literal(false), reason: z.enum(imageRefusals) }),
]);
