/** What a change of phones is told as, and what a card is known to show. */
import { anySellerTopic, sellerTopic } from '#server/users/service.ts';

/** One phone: it is booked, sold, taken out or back. */
export const productTopic = (id: string): string => `product:${id}`;

/** A phone came into this category, or came back. One that left is told by its own topic to those who show it. */
export const categoryTopic = (id: string): string => `category:${id}`;

/** A phone came to what this person offers, or came back. */
export const offerTopic = (sellerId: string): string => `offer:${sellerId}`;

/** Any phone came or went: for what counts or compares all of them. */
export const marketTopic = 'market';

/** A phone came back on the market, and with it what hangs on it. */
export const returnTopic = 'returned';

/** Under it a card carries its topics within the server; no reply has it, since no schema declares it. */
export const cardTopics = Symbol('topics of a card');

export interface ShownCard {
  readonly [cardTopics]?: readonly string[];
}

export const topicsOfCard = (id: string, sellerId: string): readonly string[] => [
  productTopic(id),
  sellerTopic(sellerId),
];

/** What cards show. One that does not say it may show anything. */
export const topicsOf = (cards: readonly object[]): string[] =>
  cards.flatMap((card: ShownCard) => card[cardTopics] ?? [marketTopic, anySellerTopic]);
