const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A formatted date. Only for pages that no server renders: it uses the reader's time zone. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {days.format(new Date(time))}
    </time>
  );
}
