/** Column kinds that every table uses alike. */
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** UUIDv7, made by the application: rows sort by it in the order of their creation. */
export const id = (name = 'id') => uuid(name);

/** A moment in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What full text search reads; written by the database alone. */
export const searchDocument = customType<{ data: string }>({ dataType: () => 'tsvector' });
