/** Phones that their sellers advertise on the home page. */
import * as z from 'zod/mini';

import { anyone, ownOnly, ownOrAdmin } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { Id } from './id.ts';
import { pageQuery } from './page.ts';
import { Product } from './products.ts';
import { Deleted, Inserted, notAcknowledged } from './replies.ts';

/** The advertised phone's public card; `uniqId` is the phone's id. */
export const Advertisement = z.extend(z.omit(Product, { email: true, phone: true, isAdvertised: true }), {
  uniqId: z.string(),
});
export type Advertisement = z.infer<typeof Advertisement>;

/** The server reads the other fields of the spec's payload from the database. */
export const NewAdvertisement = z.object({ uniqId: Id });

export const advertisementErrors = {
  'advertisements.already-set': [409, 'Your Advertisement Already Set'],
  'advertisements.not-live': [409, 'Only a phone that is for sale can be advertised.'],
} as const satisfies ErrorTable;

export const advertise = endpoint({
  method: 'POST',
  path: '/adsProducts',
  summary: 'Advertise one’s own phone; one live advertisement per phone',
  access: ownOnly('body.uniqId'),
  body: NewAdvertisement,
  reply: Inserted,
  errors: advertisementErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const listAdvertisements = endpoint({
  method: 'GET',
  path: '/adsProducts',
  summary: 'Advertised phones that are for sale, newest advertisement first',
  access: anyone,
  query: z.object(pageQuery),
  reply: z.array(Advertisement),
  paged: true,
});

export const endAdvertisement = endpoint({
  method: 'DELETE',
  path: '/adsProducts',
  summary: 'End the advertisement of a phone (`id` is the phone’s)',
  access: ownOrAdmin('query.id'),
  query: z.object({ id: Id }),
  reply: Deleted,
  errors: advertisementErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
