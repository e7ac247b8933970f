/** The answers that all domains share, with the spec's field names. */
import * as z from 'zod/mini';

export const Inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() });
export const Modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number() });
export const Deleted = z.object({ acknowledged: z.literal(true), deletedCount: z.number() });

/** Fields of a failed answer where the spec's pages read `acknowledged`. */
export const notAcknowledged = { acknowledged: false } as const;

/** Answers that something with this id was created. */
export const inserted = (insertedId: string): z.infer<typeof Inserted> => ({
  acknowledged: true,
  insertedId,
});
/** Answers how many objects were changed; 0 means that nothing had to be done. */
export const modified = (modifiedCount: number): z.infer<typeof Modified> => ({
  acknowledged: true,
  modifiedCount,
});
/** Answers how many objects were removed; 0 means that nothing had to be done. */
export const deleted = (deletedCount: number): z.infer<typeof Deleted> => ({
  acknowledged: true,
  deletedCount,
});
