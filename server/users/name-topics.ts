/** The topics under which changes of people are published. */

/** The topic of a seller's data beside their phones: name, photo, verification. */
export const sellerTopic = (id: string): string => `seller:${id}`;

/** The topic of a person's public page: their profile, what is confirmed, the number of their deals. */
export const personTopic = (id: string): string => `person:${id}`;

/**
 * The topic of the set of sellers and their verification: for pages that count or compare them. Not published for
 * changed names.
 */
export const anySellerTopic = 'sellers';
