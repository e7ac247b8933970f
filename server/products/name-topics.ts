/** The topics under which changes of phones are published, and those of the cards that show them. */
import { anySellerTopic, sellerTopic } from '#server/users/service.ts';

/** One phone: it was booked, sold, removed or came back. */
export const productTopic = (id: string): string => `product:${id}`;

/** A phone appeared in this category. One that leaves is published under its own topic, for pages that show it. */
export const categoryTopic = (id: string): string => `category:${id}`;

/** A phone appeared among what this person offers. */
export const offerTopic = (sellerId: string): string => `offer:${sellerId}`;

/** Any phone appeared or disappeared: for pages that count or compare all of them. */
export const marketTopic = 'market';

/** A phone is for sale again, with everything that depends on it. */
export const returnTopic = 'returned';

/** The property of a card with its topics within the server; no reply contains it, since no schema declares it. */
export const cardTopics = Symbol('topics of a card');

export interface ShownCard {
  readonly [cardTopics]?: readonly string[];
}

export const topicsOfCard = (id: string, sellerId: string): readonly string[] => [
  productTopic(id),
  sellerTopic(sellerId),
];

/** The topics of these cards. A card without topics may show anything. */
export const topicsOf = (cards: readonly object[]): string[] =>
  cards.flatMap((card: ShownCard) => card[cardTopics] ?? [marketTopic, anySellerTopic]);
