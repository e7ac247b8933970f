import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { images } from '#db/tables/media.ts';
import { jpegName } from './picture-files.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const mediaData: PersonalData = {
  name: 'pictures',
  title: 'Pictures',
  kinds: [
    {
      what: 'Pictures that you uploaded, without what cameras write into them, such as the place.',
      why: 'To show your phones and your photo.',
      howLong:
        'While a listing or your account shows them. Pictures that nothing shows are removed after a day; those of removed listings are kept for a dispute: for 30 days, unless whoever runs this site has set another time, and until an order of the phone has ended.',
      columns: { images: 'owner_id hash preview state withheld_at touched_at created_at' },
    },
  ],
  impersonal: { images: 'id width height widths avif_widths avif_attempts short_side thumbhash' },
  exportOf: (personId) => ({
    pictures: sql`select id, width, height, created_at from images
        where owner_id = ${personId} and state in ('stored', 'withheld') order by id`,
  }),
  picturesOf: async (db, personId) => {
    const rows = await db
      .select({ id: images.id, hash: images.hash, state: images.state })
      .from(images)
      .where(and(eq(images.ownerId, personId), inArray(images.state, ['stored', 'withheld'])))
      .orderBy(asc(images.id));
    return rows.map((row) => ({ name: row.id, file: jpegName(row) }));
  },
  erase: async (tx, { id }) => {
    await tx.update(images).set({ ownerId: null }).where(eq(images.ownerId, id));
  },
};
