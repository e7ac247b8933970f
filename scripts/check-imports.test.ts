import { expect, test } from 'vitest';

import { plantedDomains, testPlanted } from '#testing/planted-imports.ts';
import { checkImports } from './check-imports.ts';

testPlanted([
  {
    rule: 'never climbs',
    wrong: { 'server/users/service.ts': "import { a } from '../platform/jobs.ts';" },
    right: { 'server/users/service.ts': "import { a } from '#server/platform/jobs/jobs.ts';" },
  },
  {
    rule: 'never climbs',
    wrong: { 'server/users/service.test.ts': "import { a } from './../platform/jobs.ts';" },
    right: { 'server/users/service.test.ts': "import { a } from '#testing/people.ts';" },
  },
  {
    rule: 'with its extension',
    wrong: { 'server/users/service.ts': "import { a } from './repository';" },
    right: {
      'web/routes/home.tsx': "import type { Route } from './+types/home'; import art from './art.svg?url';",
    },
  },
  {
    rule: 'starts with ./',
    wrong: { 'server/users/service.ts': "import { a } from '#server/users/repository.ts';" },
    right: { 'server/users/service.ts': "import { a } from './repository.ts';" },
  },
  {
    rule: 'contract/ imports only from contract/',
    wrong: { 'contract/users.ts': "import { a } from '#db/tables/users.ts';" },
    right: { 'contract/users.ts': "import { a } from './money.ts';" },
  },
  {
    rule: 'db/ imports only from db/, contract/',
    wrong: { 'db/tables/users.ts': "import { a } from '#server/users/service.ts';" },
    right: {
      'db/tables/users.ts':
        "import { a } from '#contract/users.ts'; import { pgTable } from 'drizzle-orm/pg-core';",
    },
  },
  {
    rule: 'web/ imports only from web/, contract/',
    wrong: { 'web/users/avatar.tsx': "import type { A } from '#server/users/service.ts';" },
    right: {
      'web/users/avatar.tsx':
        "import type { A } from '#contract/users.ts'; import { useState } from 'react';",
    },
  },
  {
    rule: 'web/ imports only from web/, contract/',
    wrong: { 'web/routes/home.tsx': "type Row = import('#db/tables/users.ts').Row;" },
    right: { 'web/routes/home.tsx': "const dialog = import('#web/bookings/dialog.tsx');" },
  },
  {
    rule: 'sandbox/ imports only from sandbox/',
    wrong: { 'sandbox/stripe/main.ts': "import { a } from '#contract/money.ts';" },
    right: {
      'sandbox/stripe/main.ts': "import { a } from '#sandbox/mail/main.ts'; import http from 'node:http';",
    },
  },
  {
    rule: 'imports nothing of Node',
    wrong: { 'contract/users.ts': "import { readFile } from 'fs/promises';" },
    right: { 'db/migrate.ts': "import { readFile } from 'node:fs/promises'; import pg from 'pg';" },
  },
  {
    rule: 'imports nothing of Node',
    wrong: { 'web/platform/send.ts': "import { join } from 'node:path';" },
    right: { 'web/entry.server.tsx': "import { PassThrough } from 'node:stream';" },
  },
  {
    rule: 'no package but zod/mini',
    wrong: { 'contract/users.ts': "import * as z from 'zod';" },
    right: { 'contract/users.ts': "import * as z from 'zod/mini';" },
  },
  {
    rule: 'no package but drizzle-orm, pg and uuid',
    wrong: { 'db/tables/users.ts': "import fastify from 'fastify';" },
    right: { 'db/demo/draw-phone.ts': "import sharp from 'sharp';" },
  },
  {
    rule: 'only server/ssr.ts touches',
    wrong: { 'server/app.ts': "const build = await import('#web/routes.ts');" },
    right: { 'server/ssr-assets.ts': "const build = await import('#web/routes.ts');" },
  },
  {
    rule: 'only server/ssr.ts touches',
    wrong: { 'server/main.ts': "import { build } from '#build/server/index.js';" },
    right: { 'server/ssr.ts': "import { build } from '#build/server/index.js';" },
  },
  {
    rule: 'load the stand-ins',
    wrong: { 'server/app.ts': "import { stripe } from '#sandbox/stripe/app.ts';" },
    right: { 'server/demo-stand-ins.ts': "import { stripe } from '#sandbox/stripe/app.ts';" },
  },
  {
    rule: 'db/seed.ts and db/demo/',
    wrong: { 'server/app.ts': "import { seed } from '#db/seed.ts';" },
    right: {
      'server/main.ts': "import { seed } from '#db/seed.ts';",
      'db/seed.ts': "import { a } from './demo/draw.ts';",
    },
  },
  {
    rule: 'never imports tests',
    wrong: { 'server/users/service.ts': "import { a } from '#testing/people.ts';" },
    right: {
      'e2e/users.spec.ts':
        "import { a } from '#testing/people.ts'; import { b } from '#server/users/repository.ts';",
    },
  },
  {
    rule: 'never imports tests',
    wrong: { 'contract/money.ts': "export { a } from './money.test.ts'; export const b = 1;" },
    right: { 'contract/money.test.ts': "import { a } from '#server/users/repository.ts';" },
  },
  {
    rule: 'knows no domain',
    wrong: { 'server/platform/jobs/jobs.ts': "import { a } from '#server/users/service.ts';" },
    right: { 'server/platform/jobs/jobs.ts': "import { a } from '#contract/money.ts';" },
  },
  {
    rule: 'knows no domain',
    wrong: { 'web/ui/button.tsx': "import type { User } from '#contract/users.ts';" },
    right: { 'web/ui/button.tsx': "import { a } from '#web/platform/paths.ts';" },
  },
  {
    rule: 'knows no domain',
    wrong: { 'server/platform/postgres/database.ts': "import { users } from '#db/tables/users.ts';" },
    right: { 'server/platform/postgres/database.ts': "import { id } from '#db/tables/columns.ts';" },
  },
  {
    rule: 'knows no domain',
    wrong: { 'web/platform/api.ts': "import { endpoints } from '#contract/api.ts';" },
    right: { 'web/platform/api.ts': "import { endpoint } from '#contract/endpoint.ts';" },
  },
  {
    rule: 'never imports the file that wires it',
    wrong: { 'server/users/service.ts': "import { app } from '#server/app.ts';" },
    right: { 'server/app.ts': "import { routes } from '#server/users/routes.ts';" },
  },
  {
    rule: 'web/users/ may use only the folders of web/ below it',
    wrong: { 'web/users/avatar.tsx': "import { Offer } from '#web/sections/offer.tsx';" },
    right: {
      'web/sections/offer.tsx':
        "import { Card } from '#web/products/card.tsx'; import { Book } from '#web/bookings/book.tsx';",
      'web/routes/home.tsx': "import { Offer } from '#web/sections/offer.tsx';",
    },
  },
  {
    rule: 'web/users/ may use only the folders of web/ below it',
    wrong: { 'web/users/avatar.tsx': "import Home from '#web/routes/home.tsx';" },
    right: {
      'web/routes/home.tsx':
        "import { Avatar } from '#web/users/avatar.tsx'; import { B } from '#web/bookings/list.tsx';",
    },
  },
  {
    rule: 'web/users/ may use only the folders of web/ below it',
    wrong: { 'web/users/avatar.tsx': "import { links } from '#web/root.tsx';" },
    right: { 'web/root.tsx': "import { Frame } from '#web/layout/frame.tsx'; import './routes.ts';" },
  },
  {
    rule: 'web/ui/ may use only the folders of web/ below it',
    wrong: { 'web/ui/table.tsx': "import { Post } from '#web/blog/post.tsx';" },
    right: {
      'web/ui/table.tsx':
        "import art from '#web/pictures/art.svg'; import { a } from '#web/platform/paths.ts';",
      'web/platform/page.tsx': "import { Button } from '#web/ui/button.tsx';",
    },
  },
  {
    rule: 'web/sections/ may use only the folders of web/ below it',
    wrong: { 'web/sections/offer.tsx': "import Home from '#web/routes/home.tsx';" },
    right: {
      'web/sections/offer.tsx': "import { A } from './words.ts'; import { B } from '#web/blog/b.tsx';",
    },
  },
  {
    rule: 'web/sections/ may use only the folders of web/ below it',
    wrong: { 'web/sections/offer.tsx': "import { Navbar } from '#web/layout/navbar.tsx';" },
    right: { 'web/layout/navbar.tsx': "import { Avatar } from '#web/users/avatar.tsx';" },
  },
  {
    rule: 'web/layout/ may use only the folders of web/ below it',
    wrong: { 'web/layout/navbar.tsx': "import { Offer } from '#web/sections/offer.tsx';" },
    right: { 'web/routes/home.tsx': "import { Navbar } from '#web/layout/navbar.tsx';" },
  },
  {
    rule: 'web/pictures/ may use only the folders of web/ below it',
    wrong: { 'web/pictures/art.tsx': "import { Offer } from '#web/sections/offer.tsx';" },
    right: { 'web/sections/offer.tsx': "import art from '#web/pictures/art.svg';" },
  },
  {
    rule: 'a route never imports another one',
    wrong: { 'web/routes/home.tsx': "import { Hero } from './category.tsx';" },
    right: { 'web/routes/home.tsx': "import type { Route } from './+types/home'; import './home.css';" },
  },
  {
    rule: 'shared by every domain and imports none',
    wrong: { 'contract/money.ts': "import { Product } from './products.ts';" },
    right: { 'contract/api.ts': "import * as products from './products.ts';" },
  },
  {
    rule: 'bookings comes later',
    wrong: { 'contract/products.ts': "import { Booking } from './bookings.ts';" },
    right: { 'contract/bookings.ts': "import { Product } from './products.ts';" },
  },
  {
    rule: 'products comes later',
    wrong: { 'db/tables/users.ts': "import { products } from './products.ts';" },
    right: { 'db/tables/products.ts': "import { users } from './users.ts';" },
  },
  {
    rule: 'bookings comes later',
    wrong: { 'server/products/remove-product.ts': "import { a } from '#server/bookings/service.ts';" },
    right: { 'server/bookings/service.ts': "import { a } from '#server/products/service.ts';" },
  },
  {
    rule: 'products comes later',
    wrong: { 'server/users/repository.ts': "import { products } from '#db/tables/products.ts';" },
    right: { 'server/bookings/repository.ts': "import { products } from '#db/tables/products.ts';" },
  },
  {
    rule: 'bookings comes later',
    wrong: { 'web/products/card.tsx': "import { BookingDialog } from '#web/bookings/dialog.tsx';" },
    right: { 'web/bookings/dialog.tsx': "import { Card } from '#web/products/card.tsx';" },
  },
  {
    rule: 'in a cycle: web/ui/a.ts -> web/ui/b.ts -> back',
    wrong: {
      'web/ui/a.ts': "import { b } from './b.ts'; export const a = 1;",
      'web/ui/b.ts': "import type { a } from './a.ts'; export const b = 2;",
    },
    right: {
      'web/ui/a.ts': "import { b } from './b.ts'; export const a = 1;",
      'web/ui/b.ts': 'export const b = 2;',
    },
  },
  {
    rule: 'in a cycle: db/demo/a.ts -> db/demo/b.ts -> db/demo/c.ts -> back',
    wrong: {
      'db/demo/a.ts': "import { b } from './b.ts';",
      'db/demo/b.ts': "export const b = await import('./c.ts');",
      'db/demo/c.ts': "import './a.ts';",
    },
    right: {
      'db/demo/a.ts': "import { b } from './b.ts'; import { c } from './c.ts';",
      'db/demo/b.ts': "export const b = await import('./c.ts');",
      'db/demo/c.ts': 'export const c = 1;',
    },
  },
  {
    rule: 'only service.ts may be imported',
    wrong: { 'server/bookings/service.ts': "import { a } from '#server/products/repository.ts';" },
    right: {
      'server/bookings/service.ts':
        "import { a } from './repository.ts'; import { b } from '#server/products/service.ts';",
    },
  },
]);

test.each([
  ['a static import', "import a from '#server/app.ts';"],
  ['a type import', "import type { A } from '#server/app.ts';"],
  ['an import for its effect', "import '#server/app.ts';"],
  ['a re-export', "export { a, b } from '#server/app.ts'; export const c = 1;"],
  ['a dynamic import', "const a = import('#server/app.ts');"],
  ['a dynamic import by template', 'const a = import(/* now */ `#server/app.ts`);'],
  ['a type by import', "type A = import('#server/app.ts').A;"],
  ['a require', "const a = require('#server/app.ts');"],
  ['a resolved path', "const a = import.meta.resolve('#server/app.ts');"],
  ['a file by address', "const a = new URL('../server/app.ts', import.meta.url);"],
])('sees %s', (_, source) => {
  expect(checkImports(new Map([['web/platform/send.ts', source]]), plantedDomains)).toHaveLength(1);
});

test('is not fooled by comments, strings, templates and markup', () => {
  const source = [
    "// import a from '#server/app.ts'",
    "/* import a from '#server/app.ts' */",
    'const text = "import a from \'#server/app.ts\'";',
    "const template = `${text} import('#server/app.ts') process.env`;",
    "const page = <p>import a from '#server/app.ts'; process.env</p>;",
    "const pattern = /import('#server')/;",
  ].join('\n');
  expect(checkImports(new Map([['web/ui/page.tsx', source]]), plantedDomains)).toEqual([]);
});

test('names the line, the rule and what to do', () => {
  const source = "// ürlü 📱\nimport a from './a.ts';\n\nimport {\n  b,\n} from '#server/app.ts';\n";
  const [finding] = checkImports(new Map([['web/ui/page.tsx', source]]), plantedDomains);
  expect(finding).toMatchObject({ path: 'web/ui/page.tsx', line: 6 });
  expect(finding?.rule).toContain('web/ imports only from web/, contract/');
  expect(finding?.advice).not.toBe('');
});
