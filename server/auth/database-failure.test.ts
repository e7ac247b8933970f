import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';

import { buildApp } from '#server/app.ts';
import { createLog } from '#server/platform/log/log.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { signUp } from '#testing/visitor.ts';

test.each([
  ['sessions', 'insert into'],
  ['users', 'select'],
])(
  'a sign-in is answered with 500 if the table %s fails, and no personal data is logged',
  async (table, statement) => {
    const market = await freshMarket();
    const account = { name: 'Mina', email: 'private@example.com', password: 'Str0ngPass' };
    await signUp(market.address, account);
    const lines: Record<string, unknown>[] = [];
    const log = createLog('trace', { write: (line) => lines.push(JSON.parse(line)) });
    const app = await buildApp({ ...market.services, log });
    onTestFinished(() => app.close());
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    await market.services.db.execute(sql.raw(`alter table ${table} rename to away`));

    const call = async (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
    const signedIn = await call('sign-in/email', account);
    expect([signedIn.statusCode, signedIn.json()]).toMatchObject([500, { code: 'server.failed' }]);
    const joined = await call('sign-up/email', { ...account, email: 'new.private@example.com' });
    expect(joined.statusCode).toBe(500);
    expect(signedIn.body + joined.body).not.toContain(statement);
    expect(printed.mock.calls).toEqual([]);

    const failures = lines.filter(({ msg }) => msg === 'request failed');
    expect(failures).toHaveLength(2);
    expect(JSON.stringify(failures)).toContain(`Failed query: ${statement}`);
    expect(JSON.stringify(lines)).not.toMatch(/private@example|Str0ngPass|params:/);
  },
);
