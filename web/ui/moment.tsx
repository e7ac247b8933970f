import { momentWords } from './moment-words.ts';

/**
 * A formatted day and hour, on one line where there is room for it. Only for pages that no server renders: it uses the
 * reader's time zone.
 */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} className="inline-block max-w-full">
      {momentWords(time)}
    </time>
  );
}
