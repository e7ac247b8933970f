/** What is stored about people, as everybody can read it. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { endpoint } from './endpoint.ts';

export const StoredData = z.object({
  /** By domain, in the order in which people come across them. */
  parts: z.array(
    z.object({
      title: z.string(),
      kinds: z.array(z.object({ what: z.string(), why: z.string(), howLong: z.string() })),
    }),
  ),
  /** For so many days a backup of the database is kept: what was erased is in it as long. */
  backupDays: z.number(),
});
export type StoredData = z.infer<typeof StoredData>;

export const listStoredData = endpoint({
  method: 'GET',
  path: '/privacy/kinds',
  summary: 'What this site stores about people: kinds of data, why and how long',
  access: anyone,
  reply: StoredData,
});
