/** The topics under which changes of people are published. */

/** A person as shown beside what they sell: name, photo, verified. */
export const sellerTopic = (id: string): string => `seller:${id}`;

/** A person as their own page shows them: what they say of themselves, what is confirmed, how much they have dealt. */
export const personTopic = (id: string): string => `person:${id}`;

/** Which sellers there are and which are verified: for what counts or compares them. Not their names. */
export const anySellerTopic = 'sellers';
