/** Programs that are measured run as separate processes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { freePort } from '#server/platform/process/free-port.ts';

export interface Program {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  readonly pid: number;
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>;
}

const timeoutMs = 60_000;

/**
 * Starts a Node program that listens on `PORT`, and waits until it answers.
 *
 * @param file its path
 * @param env in addition to this process's own
 * @param probe the path that answers 200 once it is ready
 * @param flags of Node; absent: those of this process, with which the product runs as well
 */
export async function startProgram(
  file: string,
  env: NodeJS.ProcessEnv,
  probe: string,
  flags: readonly string[] = process.execArgv,
): Promise<Program> {
  const port = await freePort();
  const child = fork(file, {
    execArgv: [...flags],
    env: { ...process.env, ...env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const killAtExit = (): void => void child.kill();
  process.once('exit', killAtExit);
  const exited = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  const ended = new AbortController();
  void exited.then(() => ended.abort(new Error(`${file} ended before it answered`)));
  await answers(`${address}${probe}`, ended.signal);
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', killAtExit);
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Resolves with the first 200 of `url`. Refused connections and other answers are retried at once. */
export async function answers(url: string, ended?: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadline) {
    ended?.throwIfAborted();
    cause = await statusOf(url).catch((error: unknown) => error);
    if (cause === 200) return;
    await delay(10);
  }
  throw new Error(`${url} did not answer within ${timeoutMs / 1000} s`, { cause });
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}
