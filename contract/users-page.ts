/** What people write about themselves, and the public page that shows it. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { type ContactData, findContactData } from './contact-data.ts';
import { endpoint } from './endpoint.ts';
import { ById } from './id.ts';
import { hasNoDirectionOverride, isSafeInLine } from './text.ts';
import { languageCodes, maxAboutLength, maxCityLength, maxLanguages } from './users-words.ts';

const refusals: Record<ContactData, string> = {
  email: 'Please leave out e-mail addresses: everybody can read this',
  link: 'Please leave out links: everybody can read this',
  phone: 'Please leave out telephone numbers: everybody can read this',
};

/**
 * A text for a public page: it may be empty, and contains no contact data that would let people deal outside
 * Ringback.
 */
const PublicText = (noun: string, max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, `${noun} is at most ${max} characters`),
    // PostgreSQL's type `text` cannot contain NUL.
    z.refine((text) => !text.includes('\u0000'), { error: `${noun} has a character that cannot be stored` }),
    // Contact data could be written backwards.
    z.refine(hasNoDirectionOverride, `${noun} has a character that cannot be shown`),
    z.check(({ value, issues }) => {
      const found = findContactData(value);
      if (found !== undefined) issues.push({ code: 'custom', input: value, message: refusals[found] });
    }),
  );

export const City = PublicText('The city', maxCityLength).check(
  z.refine(isSafeInLine, 'The city has a character that cannot be shown'),
);
export const About = PublicText('The text about you', maxAboutLength);
export const Languages = z
  .array(z.enum(languageCodes, 'Choose languages of the list'))
  .check(z.maxLength(maxLanguages, `Choose at most ${maxLanguages} languages`));

/** A person as everybody may see them: never an e-mail address or a telephone number. */
export const PublicPerson = z.object({
  _id: z.string(),
  name: z.string(),
  photoURL: z.string(),
  city: z.string(),
  about: z.string(),
  languages: z.array(z.string()),
  /** When they joined. */
  since: z.string(),
  /** Whether they have confirmed their e-mail address; the address itself is not shown. */
  emailConfirmed: z.boolean(),
  isSeller: z.boolean(),
  /** `verify` for a seller whose account an admin has checked. */
  status: z.nullable(z.string()),
  /** The number of completed orders. */
  sold: z.number(),
  bought: z.number(),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

export const personErrors = {
  'users.no-page': [404, 'There is no such person.'],
  'users.has-left': [410, 'This person has left Ringback.'],
} as const;

export const getPublicPerson = endpoint({
  method: 'GET',
  path: '/person/:_id',
  summary: 'One person’s public page; of somebody who has left it is 410, and admins have none',
  access: anyone,
  params: ById,
  reply: PublicPerson,
  errors: personErrors,
});
