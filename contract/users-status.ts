/** Apart from the schemas of people: every card shows it. */

/** The `status` of a verified seller; everybody else's is null. */
export const verifiedStatus = 'verify';
