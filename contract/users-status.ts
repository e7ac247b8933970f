/** Separate from the schemas of people, because every card needs it. */

/** The name of an erased person in other people's orders. */
export const deletedName = 'Deleted person';

/** The `status` of a verified seller; everybody else's is null. */
export const verifiedStatus = 'verify';
