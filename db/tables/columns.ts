/** Column types that several tables use. */
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** UUIDv7, made by the application: rows sort by it in the order of their creation. */
export const id = (name = 'id') => uuid(name);

/** A moment in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The document of the full text search; written only by the database. */
export const searchDocument = customType<{ data: string }>({ dataType: () => 'tsvector' });
