/** The topics under which changes of phones are published, and those of the cards that show them. */
import { anySellerTopic, sellerTopic } from '#server/users/service.ts';

/** The topic of one phone: it was booked, sold, removed or is for sale again. */
export const productTopic = (id: string): string => `product:${id}`;

/**
 * The topic of phones that become live in a category. A phone that leaves is published under its own topic, for pages
 * that show it.
 */
export const categoryTopic = (id: string): string => `category:${id}`;

/** The topic of a seller's phones that become live. */
export const offerTopic = (sellerId: string): string => `offer:${sellerId}`;

/** The topic of any phone that appears or disappears: for pages that count or compare all of them. */
export const marketTopic = 'market';

/** The topic of any phone that is live again, which shows its advertisement again. */
export const liveAgainTopic = 'returned';

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
