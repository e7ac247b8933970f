// The stand-ins as separate programs.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

test.each(['stripe', 'google', 'mail'])(
  'the program %s says that it cannot reach its database, without a stack',
  async (name) => {
    const { code, output } = await run(name, { DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The stand-in cannot start: connect ECONNREFUSED .*DATABASE_URL/);
    expect(output).not.toContain('    at ');
  },
);

const run = (name: string, env: Record<string, string>): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const file = fileURLToPath(new URL('main.ts', import.meta.url));
    execFile(process.execPath, [file, name], { env }, (error, out, complaint) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + complaint }),
    );
  });
