import { eq, sql } from 'drizzle-orm';

import { deletedName } from '#contract/users-status.ts';
import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const bookingData: PersonalData = {
  name: 'bookings',
  title: 'Bookings',
  kinds: [
    {
      what: 'Which phones you booked, when and for how much, and the listing as it was then.',
      why: 'It is what buyer and seller have agreed on.',
      howLong: 'Without your name for as long as orders have to be kept.',
      columns: {
        bookings:
          'buyer_id product_id sell_cents listing state hold_expires_at rebook_after archived_at created_at updated_at',
      },
    },
    {
      what: 'Your telephone number and where you want to meet.',
      why: 'So that the other side of a paid order can hand the phone over.',
      howLong: 'Until your account is erased.',
      columns: { bookings: 'phone user_location' },
    },
  ],
  impersonal: { bookings: 'id' },
  exportOf: (personId) => ({
    bookings: sql`select bookings.id, coalesce(listing ->> 'model', products.model) as model,
          listing ->> 'sellerName' as seller, bookings.sell_cents, bookings.state, user_location, bookings.phone,
          hold_expires_at, bookings.created_at
        from bookings join products on products.id = product_id
        where buyer_id = ${personId} order by bookings.id`,
  }),
  namesOf: async (db, personId) => {
    const rows = await db
      .selectDistinct({ phone: bookings.phone, place: bookings.userLocation })
      .from(bookings)
      .where(eq(bookings.buyerId, personId));
    // As a seller they may have had another number and name then.
    const listed = await db
      .selectDistinct({
        phone: sql<string | null>`listing ->> 'phone'`,
        name: sql<string | null>`listing ->> 'sellerName'`,
      })
      .from(bookings)
      .innerJoin(products, eq(products.id, bookings.productId))
      .where(eq(products.sellerId, personId));
    return [
      ...rows.flatMap(({ phone, place }) => [phone, place]),
      ...listed.flatMap(({ phone, name }) => [phone ?? '', name ?? '']),
    ];
  },
  erase: async (tx, person) => {
    await tx.update(bookings).set({ phone: '', userLocation: '' }).where(eq(bookings.buyerId, person.id));
    // The facts of the phone that the buyer has bought are kept.
    const erased = { sellerName: deletedName, phone: '', location: '', description: '' };
    await tx.execute(sql`update bookings set user_location = ${withoutMentions(sql`user_location`, person)},
        listing = listing || ${JSON.stringify(erased)}::jsonb
        || jsonb_build_object('model', ${withoutMentions(sql`listing ->> 'model'`, person)})
      where listing is not null and product_id in (select id from products where seller_id = ${person.id})`);
  },
};
