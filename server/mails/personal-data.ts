import { eq, inArray, or, sql } from 'drizzle-orm';

import { mails } from '#db/tables/mails.ts';

import { type PersonalData, withoutMentions } from '#server/platform/personal-data.ts';

export const mailData: PersonalData = {
  name: 'mail',
  title: 'Mail',
  kinds: [
    {
      what: 'Mail on its way to you, and mail that could not be sent: your address and the text.',
      why: 'To try again, and to find out why mail does not arrive.',
      howLong: 'Until it is sent. What could not be sent stays until an admin removes it.',
      columns: { mails: 'kind person_id recipient subject body html unsubscribe_url last_error' },
    },
  ],
  impersonal: { mails: 'id attempts queued_at next_attempt_at failed_at created_at' },
  // Without the texts: a link in one of them may give access to the account.
  exportOf: (personId) => ({
    unsent: sql`select kind, recipient, subject, queued_at, failed_at from mails
        where person_id = ${personId} or recipient = (select email from users where id = ${personId})
        order by id`,
  }),
  erase: async (tx, person) => {
    const isTheirs = or(eq(mails.personId, person.id), inArray(mails.recipient, [...person.emails]));
    await tx.delete(mails).where(isTheirs);
    // Mail to the other sides of their orders, and to admins about disputes.
    await tx.execute(sql`update mails set subject = ${withoutMentions(sql`subject`, person)},
        body = ${withoutMentions(sql`body`, person)}, html = ${withoutMentions(sql`html`, person)}
      where concat_ws(' ', subject, body, html) ~* ${person.mentions} and recipient in (
        select email from users where role = 'admin'
          or id in (select buyer_id from orders where seller_id = ${person.id})
          or id in (select seller_id from orders where buyer_id = ${person.id}))`);
  },
};
