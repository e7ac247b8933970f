/** Optional facts of a phone beyond the spec's fields, as they are sent and shown. */
import * as z from 'zod/mini';

import { Id } from './id.ts';
import {
  accessories,
  colours,
  type FactName,
  maxDescriptionLength,
  networkLocks,
  storageSizesGb,
} from './phone-words.ts';
import { hasNoDirectionOverride } from './text.ts';

/** The optional facts of a phone, as a seller sends them. Absent and null both mean that it is not specified. */
export const NewPhoneFacts = {
  deviceId: z.nullish(z.string('The model is one of the catalogue, by its id')),
  storageGb: z.nullish(z.literal(storageSizesGb, 'Please choose one of the storage sizes')),
  colour: z.nullish(z.enum(colours, 'Please choose one of the colours')),
  networkLock: z.nullish(z.enum(networkLocks, 'The network lock is unlocked or locked')),
  batteryHealth: z.nullish(
    z
      .number('The battery health is a whole number of per cent')
      .check(
        z.int('The battery health is a whole number of per cent'),
        z.gte(1, 'The battery health is at least 1 per cent'),
        z.lte(100, 'The battery health is at most 100 per cent'),
      ),
  ),
  accessories: z.nullish(
    z
      .array(z.enum(accessories, 'Please choose among the accessories'), 'The accessories are a list')
      .check(z.maxLength(accessories.length, 'Each accessory is named once')),
  ),
  description: z.nullish(
    z.string('The description is text').check(
      z.trim(),
      z.maxLength(maxDescriptionLength, `The description is at most ${maxDescriptionLength} characters`),
      z.refine((text) => !text.includes('\u0000'), {
        error: 'The description has a character that cannot be stored',
      }),
      z.refine(hasNoDirectionOverride, 'The description has a character that cannot be shown'),
    ),
  ),
};

/** The facts of {@link factLabels}, each absent if it is not specified. A phone's page shows all of them. */
export const AllPhoneFacts = {
  storageGb: z.optional(z.number()),
  colour: z.optional(z.string()),
  networkLock: z.optional(z.string()),
  batteryHealth: z.optional(z.number()),
} as const satisfies Record<FactName, unknown>;

/** The same, null if not specified: as they are stored with an order. */
export const StoredFacts = {
  storageGb: z.nullable(z.number()),
  colour: z.nullable(z.string()),
  networkLock: z.nullable(z.string()),
  batteryHealth: z.nullable(z.number()),
} as const satisfies Record<FactName, unknown>;
export type StoredFacts = { readonly [Name in FactName]: z.infer<(typeof StoredFacts)[Name]> };

/** The facts that a card shows; each absent if it is not specified. */
export const PhoneFacts = {
  storageGb: AllPhoneFacts.storageGb,
  colour: AllPhoneFacts.colour,
  batteryHealth: AllPhoneFacts.batteryHealth,
};

/** The mark on a phone's card: booked, cheaper than most of its model, or listed within 48 hours. */
export const CardMark = z.enum(['reserved', 'cheap', 'new']);
export type CardMark = z.infer<typeof CardMark>;

/** The seller of a list's phones: by e-mail address, or by the id of a public page. */
export const SellerFilter = { email: z.optional(z.string()), seller: z.optional(Id) };
