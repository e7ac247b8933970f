/** What a change of people is told as. */

/** A person as he is shown beside what he sells. */
export const sellerTopic = (id: string): string => `seller:${id}`;

/** Any seller: for what counts or compares them. */
export const anySellerTopic = 'sellers';
