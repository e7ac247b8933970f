import type { PersonalData } from '#server/platform/personal-data.ts';

export const advertisementData: PersonalData = {
  title: 'Advertisements',
  kinds: [
    {
      what: 'Which of your phones were advertised, and when.',
      why: 'To show them on the home page.',
      howLong: 'As long as the listing.',
      columns: { advertisements: 'product_id created_at ended_at' },
    },
  ],
  impersonal: { advertisements: 'id' },
};
