import { pgTable, text } from 'drizzle-orm/pg-core';

/** Values that all processes of one installation share, made at the first start: the signing secret. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
