/** The replies that all domains share, with the spec's field names. */
import * as z from 'zod/mini';

export const Inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string() });
export const Modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number() });
export const Deleted = z.object({ acknowledged: z.literal(true), deletedCount: z.number() });

/** A field of error replies, since the spec's pages read `acknowledged`. */
export const notAcknowledged = { acknowledged: false } as const;

/** The reply that an object with this id was created. */
export const inserted = (insertedId: string): z.infer<typeof Inserted> => ({
  acknowledged: true,
  insertedId,
});
/** The reply with the number of changed objects; 0 means that nothing had to be done. */
export const modified = (modifiedCount: number): z.infer<typeof Modified> => ({
  acknowledged: true,
  modifiedCount,
});
/** The reply with the number of removed objects; 0 means that nothing had to be done. */
export const deleted = (deletedCount: number): z.infer<typeof Deleted> => ({
  acknowledged: true,
  deletedCount,
});
