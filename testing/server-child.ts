import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the server says once it listens. */
interface Ready {
  readonly address: string;
  readonly databaseUrl: string;
}

/** The server as a process of its own. */
export interface ServerChild {
  readonly process: ChildProcess;
  readonly ready: Promise<Ready>;
  /** Ends it by this signal and waits until it has gone. @returns its exit code; null where the signal killed it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the product without pages in a process that has no environment but this and what finds its programs. */
export function startServerChild(environment: Readonly<Record<string, string>>): ServerChild {
  const entry = fileURLToPath(new URL('kill-server.ts', import.meta.url));
  const { PATH, HOME } = process.env;
  const child = fork(entry, {
    env: { PATH, HOME, ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<Ready>((resolve, reject) => {
    // What the entry sends, and nothing else does.
    child.once('message', (message) => resolve(message as Ready));
    void gone.then(() => reject(new Error(`the server ended: ${complaint}`)));
  });
  // A child that is killed before anybody waits for it is no failure; whoever waits for it hears of it.
  ready.catch(() => undefined);
  return {
    process: child,
    ready,
    end: async (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}
