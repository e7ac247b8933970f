/** The topics under which changes of people are published. */

/** A seller as shown beside their phones: name, photo, verified. */
export const sellerTopic = (id: string): string => `seller:${id}`;

/** A person as their own page shows them: their own words, what is confirmed, the number of their deals. */
export const personTopic = (id: string): string => `person:${id}`;

/** Which sellers there are and which are verified: for pages that count or compare them. Not their names. */
export const anySellerTopic = 'sellers';
