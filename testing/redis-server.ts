/** A separate Redis for a test, which can be frozen and killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { freePort } from '#server/platform/process/free-port.ts';

import { findRedis } from './find-redis.ts';

export interface RedisServer {
  readonly url: string;
  /** It keeps its connections but answers nothing, like an overloaded or unreachable machine. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it again after {@link kill}, empty. */
  restart(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const program = findRedis();
  const port = await freePort();
  let child = await launch(program, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    restart: async () => {
      child = await launch(program, port);
    },
  };
}

async function launch(program: string, port: number) {
  const parameters = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line);
    if (/ready to accept connections/i.test(line)) {
      child.stdout.resume();
      return child;
    }
  }
  throw new Error(`redis-server ended: ${output.join('\n')}`);
}
