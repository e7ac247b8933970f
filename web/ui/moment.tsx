import { momentWords } from './moment-words.ts';

/** A day and an hour as people write them. Only for pages that no server renders: the reader's own time zone decides. */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {momentWords(time)}
    </time>
  );
}
