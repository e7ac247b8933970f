import type { PersonalData } from '#server/platform/personal-data.ts';

export const staffData: PersonalData = {
  title: 'What staff did',
  kinds: [
    {
      what: 'What our staff decided about you or your orders: what, when, who and why.',
      why: 'So that decisions can be checked.',
      howLong: 'As long as the marketplace exists, without your name once your account is erased.',
      columns: { staff_actions: 'actor person_id order_id kind detail reason words at' },
    },
  ],
  impersonal: { staff_actions: 'id position' },
};
