import { momentWords, paperMomentWords } from './moment-words.ts';

/**
 * A formatted day and hour, on one line where there is room for it. Only for pages that no server renders: it uses the
 * reader's time zone. Printed, it has its year and this time zone.
 */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} data-paper={paperMomentWords(time)} className="inline-block max-w-full">
      <span className="print:hidden">{momentWords(time)}</span>
    </time>
  );
}
