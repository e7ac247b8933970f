import { momentWords } from './moment-words.ts';

/** A formatted day and hour. Only for pages that no server renders: it uses the reader's time zone. */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} className="phone:whitespace-nowrap">
      {momentWords(time)}
    </time>
  );
}
