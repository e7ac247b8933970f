import { sql } from 'drizzle-orm';

import { notificationDays } from '#contract/notifications.ts';
import { removeAllOf } from './repository.ts';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const notificationData: PersonalData = {
  name: 'notifications',
  title: 'Notifications',
  kinds: [
    {
      what: 'What we told you, on your page and by mail, and when you read it.',
      why: 'So that you can look it up, and so that nobody is told twice.',
      howLong: `${notificationDays} days, at the latest until your account is deleted.`,
      columns: {
        notifications: 'person_id channel kind title text link_label link_path read_at mailed_at created_at',
        notification_mail_hours: 'person_id next_at',
      },
    },
    {
      what: 'Which notifications you have turned off.',
      why: 'To send only those that you want.',
      howLong: 'Until you turn it on again or leave.',
      columns: { notification_opt_outs: 'person_id kind channel' },
    },
  ],
  impersonal: { notifications: 'id cause_id' },
  exportOf: (personId) => ({
    notifications: sql`select channel, kind, title, text, created_at, read_at, mailed_at from notifications
        where person_id = ${personId} order by id`,
    turned_off: sql`select kind, channel from notification_opt_outs where person_id = ${personId} order by kind, channel`,
  }),
  erase: async (tx, person) => {
    await removeAllOf(tx, person.id);
    // Notifications of the other sides of their orders, and of admins about their disputes.
    await tx.execute(sql`update notifications set title = ${withoutMentions(sql`title`, person)},
        text = ${withoutMentions(sql`text`, person)}
      where person_id in (
          select buyer_id from orders where seller_id = ${person.id}
          union select seller_id from orders where buyer_id = ${person.id}
          union select id from users where role = 'admin')
        and title || ' ' || text ~* ${person.mentions}`);
  },
};
