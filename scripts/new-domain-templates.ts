// The first version of a domain's files, through every layer: one list, and one call that adds to it.

export type Names = {
  /** `reviews` */
  domain: string;
  /** `Reviews` */
  Domain: string;
  /** `review` */
  one: string;
  /** `Review` */
  One: string;
};

/** Every file of a new domain by its path. */
export function filesOf(names: Names): Map<string, string> {
  const { domain, one } = names;
  return new Map([
    [`contract/${domain}.ts`, contractPage(names)],
    [`db/tables/${domain}.ts`, table(names)],
    [`server/${domain}/repository.ts`, repository(names)],
    [`server/${domain}/service.ts`, service(names)],
    [`server/${domain}/personal-data.ts`, personalData(names)],
    [`server/${domain}/routes.ts`, routes(names)],
    [`server/${domain}/list-${domain}.test.ts`, serverTest(names)],
    [`web/${domain}/${one}-list.tsx`, component(names)],
    [`e2e/${domain}.spec.ts`, journey(names)],
  ]);
}

const contractPage = ({
  domain,
  Domain,
  one,
  One,
}: Names) => `/** ${Domain}: what people write, newest first. */
import * as z from 'zod/mini';

import { anyone, signedIn } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
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

export const list${Domain} = endpoint({
  method: 'GET',
  path: '/${domain}',
  summary: '${Domain}, newest first',
  access: anyone,
  query: z.object(pageQuery),
  reply: z.array(${One}),
  paged: true,
});

export const add${One} = endpoint({
  method: 'POST',
  path: '/${domain}',
  summary: 'Add a ${one}',
  access: signedIn,
  body: New${One},
  reply: Inserted,
  refusal: notAcknowledged,
  rateLimit: perPerson(30, 60),
});
`;

const table = ({ domain }: Names) => `import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { id, moment } from './columns.ts';
import { users } from './users.ts';

export const ${domain} = pgTable(
  '${domain}',
  {
    id: id().primaryKey(),
    authorId: id('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (row) => [index('${domain}_by_author').on(row.authorId)],
);
`;

const repository = ({ domain, Domain, One }: Names) => `import { desc, eq, lt } from 'drizzle-orm';

import { users } from '#db/tables/users.ts';
import { ${domain} } from '#db/tables/${domain}.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export async function list${Domain}(db: Executor, page: { beforeId: string | undefined; limit: number }) {
  return db
    .select({ id: ${domain}.id, name: users.name, text: ${domain}.text, createdAt: ${domain}.createdAt })
    .from(${domain})
    .innerJoin(users, eq(users.id, ${domain}.authorId))
    .where(page.beforeId === undefined ? undefined : lt(${domain}.id, page.beforeId))
    .orderBy(desc(${domain}.id))
    .limit(page.limit);
}

export async function insert${One}(db: Executor, row: typeof ${domain}.$inferInsert): Promise<void> {
  await db.insert(${domain}).values(row);
}
`;

const service = ({ domain, Domain, one, One }: Names) => `import type { Person } from '#contract/access.ts';
import type { Page } from '#contract/page.ts';
import type { New${One}, ${One} } from '#contract/${domain}.ts';
import { newId, type Executor } from '#server/platform/postgres/database.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';

import * as repository from './repository.ts';

/** One page of ${domain}, newest first. */
export async function list${Domain}(
  db: Executor,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<${One}>> {
  const rows = await repository.list${Domain}(db, { beforeId: idAfter(query.cursor), limit: query.limit + 1 });
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

const personalData = ({ domain, Domain, one }: Names) => `import { eq, sql } from 'drizzle-orm';

import { ${domain} } from '#db/tables/${domain}.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const ${one}Data: PersonalData = {
  name: '${domain}',
  title: '${Domain}',
  kinds: [
    {
      what: 'The ${domain} that you write. Everybody can read them.',
      why: 'To show them.',
      howLong: 'Until your account is erased.',
      columns: { ${domain}: 'author_id text created_at' },
    },
  ],
  impersonal: { ${domain}: 'id' },
  exportOf: (personId) => ({
    ${domain}: sql\`select text, created_at from ${domain} where author_id = \${personId} order by id\`,
  }),
  erase: async (tx, { id }) => {
    await tx.delete(${domain}).where(eq(${domain}.authorId, id));
  },
};
`;

const routes = ({ domain, Domain, one, One }: Names) => `import { inserted } from '#contract/replies.ts';
import * as ${domain} from '#contract/${domain}.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { Api } from '#server/platform/http/http.ts';

import * as service from './service.ts';

export function ${one}Routes(api: Api, { db }: { readonly db: Database }): void {
  api.on(${domain}.list${Domain}, { handle: ({ query }) => service.list${Domain}(db, query) });
  api.on(${domain}.add${One}, {
    handle: async ({ person, body }) => inserted(await service.add${One}(db, person, body)),
  });
}
`;

const serverTest = ({ domain, Domain, one, One }: Names) => `import { expect, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId, openDatabase } from '#server/platform/postgres/database.ts';
import { createTestDatabase } from '#testing/database.ts';

import { add${One}, list${Domain} } from './service.ts';

test('${domain} are listed page by page, newest first', async () => {
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, onError: () => expect.unreachable() });
  try {
    const author = { id: newId(), name: 'Mina', email: 'mina@example.com' };
    await writeUnpublished(db).insert(users).values(author);
    const older = await add${One}(db, author, { text: 'The first ${one}' });
    const newer = await add${One}(db, author, { text: 'The second ${one}' });
    const first = await list${Domain}(db, { limit: 1 });
    expect(first.items).toMatchObject([{ _id: newer, name: 'Mina', text: 'The second ${one}' }]);
    const second = await list${Domain}(db, { limit: 1, cursor: first.nextCursor });
    expect(second.items).toMatchObject([{ _id: older }]);
    expect(second.nextCursor).toBeUndefined();
  } finally {
    await close();
    await database.drop();
  }
});
`;

const component = ({ domain, One }: Names) => `import type { ${One} } from '#contract/${domain}.ts';

/** The ${domain} of a page, newest first. */
export function ${One}List({ ${domain} }: { ${domain}: readonly ${One}[] }) {
  if (${domain}.length === 0) return <p>No ${domain} yet.</p>;
  return (
    <ul>
      {${domain}.map(({ _id, name, text }) => (
        <li key={_id}>
          <p>{text}</p>
          <p>{name}</p>
        </li>
      ))}
    </ul>
  );
}
`;

const journey = ({ domain }: Names) => `import { expect, test } from '@playwright/test';

test('anybody can read the ${domain}', async ({ request }) => {
  const reply = await request.get('/api/${domain}');
  expect(reply.status()).toBe(200);
  expect(await reply.json()).toEqual([]);
});
`;
