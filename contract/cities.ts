/** The cities that a place is chosen from. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { endpoint, perAddress } from './endpoint.ts';

/** How many cities are suggested at once. */
export const maxCities = 8;

/** Longer than any city's name with its region and country. */
const maxTypedLength = 120;

/** The number of a city in GeoNames' list, as text: ids are opaque. */
export const CityId = z
  .string('The city is one of the list, by its id')
  .check(z.regex(/^[1-9]\d{0,8}$/, 'The city is one of the list, by its id'));

export const City = z.object({
  _id: z.string(),
  name: z.string(),
  /** With its country; also with its region if the country has several cities of the name. */
  label: z.string(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type City = z.infer<typeof City>;

export const listCities = endpoint({
  method: 'GET',
  path: '/cities',
  summary: `Cities whose name begins so, with or without accents, the largest first; at most ${maxCities}. Data: GeoNames, CC BY 4.0`,
  access: anyone,
  query: z.object({
    q: z.string().check(
      z.trim(),
      z.maxLength(maxTypedLength, `A city’s name has at most ${maxTypedLength} characters`),
      z.refine((text) => !text.includes('\u0000') && text.isWellFormed(), {
        error: 'The text has a character that no name has',
      }),
    ),
  }),
  reply: z.array(City),
  rateLimit: perAddress(1200, 60),
});
