// The first version of a word's files: one list and one call to add to it, through every floor.

export type Names = {
  /** `reviews` */
  word: string;
  /** `Reviews` */
  Words: string;
  /** `review` */
  one: string;
  /** `Review` */
  One: string;
};

/** Every file of a new word by its path. */
export function filesOf(names: Names): Map<string, string> {
  const { word, one } = names;
  return new Map([
    [`contract/${word}.ts`, contractPage(names)],
    [`db/tables/${word}.ts`, table(names)],
    [`server/${word}/repository.ts`, repository(names)],
    [`server/${word}/service.ts`, service(names)],
    [`server/${word}/routes.ts`, routes(names)],
    [`server/${word}/list-${word}.test.ts`, serverTest(names)],
    [`web/${word}/${one}-list.tsx`, component(names)],
    [`e2e/${word}.spec.ts`, journey(names)],
  ]);
}

const contractPage = ({ word, Words, one, One }: Names) => `/** ${Words}: what people write, newest first. */
import * as z from 'zod/mini';

import { anyone, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './page.ts';
import { Inserted, notAcknowledged } from './replies.ts';
import { Text } from './text.ts';

const max${One}Length = 1000;

export const ${One} = z.object({
  _id: z.string(),
  /** The author's name. */
  name: z.string(),
  text: z.string(),
  time: z.string(),
});
export type ${One} = z.infer<typeof ${One}>;

export const New${One} = z.object({ text: Text('The ${one}', 'Please write the ${one}', max${One}Length) });
export type New${One} = z.infer<typeof New${One}>;

export const list${Words} = endpoint({
  method: 'GET',
  path: '/${word}',
  summary: '${Words}, newest first',
  access: anyone,
  query: z.object(pageQuery),
  reply: z.array(${One}),
  paged: true,
});

export const add${One} = endpoint({
  method: 'POST',
  path: '/${word}',
  summary: 'Add a ${one}',
  access: signedIn,
  body: New${One},
  reply: Inserted,
  refusal: notAcknowledged,
});
`;

const table = ({ word }: Names) => `import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

export const ${word} = pgTable(
  '${word}',
  {
    id: id().primaryKey(),
    authorId: id('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [index('${word}_by_author').on(row.authorId)],
);
`;

const repository = ({ word, Words, One }: Names) => `import { desc, eq, lt } from 'drizzle-orm';

import { users } from '#db/tables/users.ts';
import { ${word} } from '#db/tables/${word}.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export async function list${Words}(db: Executor, page: { beforeId: string | undefined; limit: number }) {
  return db
    .select({ id: ${word}.id, name: users.name, text: ${word}.text, createdAt: ${word}.createdAt })
    .from(${word})
    .innerJoin(users, eq(users.id, ${word}.authorId))
    .where(page.beforeId === undefined ? undefined : lt(${word}.id, page.beforeId))
    .orderBy(desc(${word}.id))
    .limit(page.limit);
}

export async function insert${One}(db: Executor, row: typeof ${word}.$inferInsert): Promise<void> {
  await db.insert(${word}).values(row);
}
`;

const service = ({ word, Words, one, One }: Names) => `import type { Person } from '#contract/access.ts';
import type { Page } from '#contract/page.ts';
import type { New${One}, ${One} } from '#contract/${word}.ts';
import { newId, type Executor } from '#server/platform/postgres/database.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';

import * as repository from './repository.ts';

/** One page of ${word}, newest first. */
export async function list${Words}(
  db: Executor,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<${One}>> {
  const rows = await repository.list${Words}(db, { beforeId: idAfter(query.cursor), limit: query.limit + 1 });
  const page = pageOf(rows, query.limit, ({ id }) => id);
  const items = page.items.map(({ id, name, text, createdAt }) => ({
    _id: id,
    name,
    text,
    time: createdAt.toISOString(),
  }));
  return { ...page, items };
}

/** Adds a ${one} in the person's own name. @returns its id */
export async function add${One}(db: Executor, person: Pick<Person, 'id'>, entry: New${One}): Promise<string> {
  const id = newId();
  await repository.insert${One}(db, { id, authorId: person.id, text: entry.text });
  return id;
}
`;

const routes = ({ word, Words, one, One }: Names) => `import { inserted } from '#contract/replies.ts';
import * as ${word} from '#contract/${word}.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';

import * as service from './service.ts';

export function ${one}Routes(api: Api, { db }: { readonly db: Database }): void {
  api.on(${word}.list${Words}, { handle: ({ query }) => service.list${Words}(db, query) });
  api.on(${word}.add${One}, {
    handle: async ({ person, body }) => inserted(await service.add${One}(db, person, body)),
  });
}
`;

const serverTest = ({ word, Words, one, One }: Names) => `import { expect, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { newId, openDatabase } from '#server/platform/postgres/database.ts';
import { createTestDatabase } from '#testing/database.ts';

import { add${One}, list${Words} } from './service.ts';

test('${word} are listed page by page, newest first', async () => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, onError: () => expect.unreachable() });
  try {
    const author = { id: newId(), name: 'Mina', email: 'mina@example.com' };
    await db.insert(users).values(author);
    const older = await add${One}(db, author, { text: 'The first ${one}' });
    const newer = await add${One}(db, author, { text: 'The second ${one}' });
    const first = await list${Words}(db, { limit: 1 });
    expect(first.items).toMatchObject([{ _id: newer, name: 'Mina', text: 'The second ${one}' }]);
    const second = await list${Words}(db, { limit: 1, cursor: first.nextCursor });
    expect(second.items).toMatchObject([{ _id: older }]);
    expect(second.nextCursor).toBeUndefined();
  } finally {
    await close();
    await database.drop();
  }
});
`;

const component = ({ word, One }: Names) => `import type { ${One} } from '#contract/${word}.ts';

/** The ${word} of a page, newest first. */
export function ${One}List({ ${word} }: { ${word}: readonly ${One}[] }) {
  if (${word}.length === 0) return <p>No ${word} yet.</p>;
  return (
    <ul>
      {${word}.map(({ _id, name, text }) => (
        <li key={_id}>
          <p>{text}</p>
          <p>{name}</p>
        </li>
      ))}
    </ul>
  );
}
`;

const journey = ({ word }: Names) => `import { expect, test } from '@playwright/test';

test('anybody can read the ${word}', async ({ request }) => {
  const reply = await request.get('/api/${word}');
  expect(reply.status()).toBe(200);
  expect(await reply.json()).toEqual([]);
});
`;
