import type { PersonalData } from '#server/platform/personal-data.ts';

export const mediaData: PersonalData = {
  title: 'Pictures',
  kinds: [
    {
      what: 'Pictures that you uploaded, without what cameras write into them, such as the place.',
      why: 'To show your phones and your photo.',
      howLong:
        'While a listing or your account shows them. Pictures that nothing shows are removed after a day; those of removed listings are kept for some weeks for a dispute.',
      columns: { images: 'owner_id hash preview state withheld_at touched_at created_at' },
    },
  ],
  impersonal: { images: 'id width height widths avif_widths avif_attempts short_side thumbhash' },
};
