import { Fragment } from 'react';

import { Moment } from '#web/ui/moment.tsx';

/** A time as `formatMoment` writes it, for mails, which do not know the reader's time zone. */
const writtenMoment = /(\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC)/;

/** The text of a notification. It is the same as in the mail, but has its times in the reader's time zone. */
export function NotificationText({ text }: { text: string }) {
  const pieces = text.split(writtenMoment);
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line text-quiet">
      {/* It is ours, from left to right, also if it begins with an Arabic name. */}
      &lrm;
      {pieces.map((piece, index) => (
        // The pieces of a text never change their order.
        <Fragment key={index}>{index % 2 === 0 ? piece : <WrittenMoment words={piece} />}</Fragment>
      ))}
    </p>
  );
}

function WrittenMoment({ words }: { words: string }) {
  const time = new Date(words.replace(',', ''));
  // A day that no month has, in somebody's own words.
  return Number.isNaN(time.getTime()) ? words : <Moment time={time.toISOString()} />;
}
