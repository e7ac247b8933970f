import { testPlanted } from '#testing/planted-imports.ts';

testPlanted([
  {
    rule: 'no index files',
    wrong: { 'web/ui/index.ts': 'export const a = 1;' },
    right: { 'web/ui/button.ts': 'export const a = 1;' },
  },
  {
    rule: 'no barrels',
    wrong: { 'web/ui/all.ts': "export { a } from './a.ts';\nexport { b } from './b.ts';" },
    right: { 'contract/api.ts': "export * as users from './users.ts';" },
  },
  {
    rule: 'no barrels',
    wrong: { 'db/schema.ts': "export * from './tables/users.ts';\nexport const a = 1;" },
    right: { 'db/schema.ts': "import { users } from './tables/users.ts';\nexport const tables = { users };" },
  },
  {
    rule: 'is named utils',
    wrong: { 'server/platform/utils.ts': '' },
    right: { 'server/platform/retry.ts': '' },
  },
  {
    rule: 'is named helpers',
    wrong: { 'testing/helpers/people.ts': '' },
    right: { 'testing/people.ts': '' },
  },
  {
    rule: 'is no domain of contract/domains.ts',
    wrong: { 'server/orders/service.ts': '' },
    right: { 'server/bookings/service.ts': '' },
  },
  {
    rule: 'contains only routes, service',
    wrong: { 'server/users/model.ts': '' },
    right: {
      'server/users/verify-seller.ts': '',
      'server/users/jobs.ts': '',
      'server/users/access.test.ts': '',
    },
  },
  {
    rule: 'contains only routes, service',
    wrong: { 'server/users/seller-service.ts': '' },
    right: { 'server/users/service.ts': '' },
  },
  {
    rule: 'reads process.env',
    wrong: { 'server/app.ts': 'export const port = process.env.PORT;' },
    right: { 'server/platform/config.ts': 'export const port = process.env.PORT;' },
  },
  {
    rule: 'reads process.env',
    wrong: { 'server/app.ts': "export const port = globalThis.process['env'].PORT;" },
    right: { 'sandbox/main.ts': "export const port = process['env'].PORT;" },
  },
  {
    rule: 'reads process.env',
    wrong: { 'server/app.ts': 'const { env } = process;' },
    right: { 'scripts/start.ts': 'const { env } = process;', 'vitest.config.ts': 'process.env.CI;' },
  },
  {
    rule: 'reads process.env',
    wrong: { 'server/users/access.test.ts': "import { env } from 'node:process';" },
    right: { 'server/users/access.test.ts': "import { argv } from 'node:process';" },
  },
  {
    rule: 'the component CardForm lives in a file of its name',
    wrong: { 'web/bookings/form.tsx': 'export function CardForm() {} export type Card = string;' },
    right: {
      'web/bookings/card-form.tsx': 'export function CardForm() {}',
      'web/ui/icons.tsx': 'export const AIcon = 1; export const BIcon = 2;',
    },
  },
  {
    rule: 'does not parse',
    wrong: { 'contract/money.ts': 'export const cents = ;' },
    right: { 'contract/money.ts': 'export const cents = 1;' },
  },
]);
