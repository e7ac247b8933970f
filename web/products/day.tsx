const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A day as people write it. Only for pages that no server renders: the reader's own time zone decides. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {days.format(new Date(time))}
    </time>
  );
}
