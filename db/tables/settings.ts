import { pgTable, text } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** Values that all processes of one installation share, made at the first start: the signing secret. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** When deadlines were last run, by the database's clock: one row. A gap is an outage. */
export const deadlineRuns = pgTable('deadline_runs', {
  id: text('id').primaryKey(),
  ranAt: moment('ran_at').notNull(),
});
