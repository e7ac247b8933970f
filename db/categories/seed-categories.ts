import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';

import { categories } from '#db/tables/products.ts';

import { makers, markPath } from './makers.ts';

/** Creates the missing categories, in every mode. */
export async function seedCategories(db: NodePgDatabase): Promise<void> {
  const rows = makers.map((maker, position) => ({
    id: uuidv7(),
    name: maker.name,
    img: markPath(maker),
    position,
  }));
  await db.insert(categories).values(rows).onConflictDoNothing();
}
