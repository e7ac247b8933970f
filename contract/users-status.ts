/** Apart from the schemas of people: every card shows it. */

/** What an erased person is called, where another person's order still names them. */
export const deletedName = 'Deleted person';

/** The `status` of a verified seller; everybody else's is null. */
export const verifiedStatus = 'verify';
