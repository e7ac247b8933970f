import * as z from 'zod/mini';

/** Only the canonical spelling, so that ids can be compared as texts; the database would accept others, too. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Marks a failed check as "not found": the server replies 404, never 400. */
export const notFoundMark = 'no-such-id';

/** Whether a text can be an id at all. Ids are opaque to clients; a malformed one counts as not found. */
export const isId = (text: string): boolean => uuid.test(text);

/** An id on the wire. */
export const Id = z
  .string({
    error: ({ input }) => (input === undefined ? 'This id is missing' : 'This id has to be one text'),
  })
  .check(z.refine(isId, { error: notFoundMark }));

/** The parameters of a call whose path contains one id. */
export const ById = z.object({ _id: Id });
