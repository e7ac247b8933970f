import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { quickStart } from './quick-start.ts';

/** The server's message once it listens. */
interface Ready {
  readonly address: string;
  readonly databaseUrl: string;
}

/** The server as a separate process. */
export interface ServerChild {
  readonly process: ChildProcess;
  readonly ready: Promise<Ready>;
  /** Ends it by this signal and waits for its end. @returns its exit code; null if the signal killed it */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** What it has written to its log so far. */
  log(): string;
}

/** Starts the product without pages in a process whose environment is only this and the variables to find programs. */
export function startServerChild(environment: Readonly<Record<string, string>>): ServerChild {
  const entry = fileURLToPath(new URL('kill-server.ts', import.meta.url));
  const child = fork(entry, {
    env: { ...quickStart.env, ...environment },
    execArgv: quickStart.flags,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stdout?.on('data', (text: Buffer) => (log += text.toString()));
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<Ready>((resolve, reject) => {
    // Only the entry sends messages, and only this one.
    child.once('message', (message) => resolve(message as Ready));
    void gone.then(() => reject(new Error(`the server ended: ${complaint}`)));
  });
  // Without a listener, a killed child must not cause an unhandled rejection; `ready` still rejects for those who wait.
  ready.catch(() => undefined);
  return {
    process: child,
    ready,
    end: async (signal) => {
      child.kill(signal);
      return gone;
    },
    log: () => log,
  };
}
